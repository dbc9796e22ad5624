// Secrets are put together here, so that no scanner of this repository takes them for real ones.
import { expect, test } from "vitest";
import { maskSecrets } from "../../src/core/safety/secrets.js";
import { cleanText, safeText } from "../../src/core/text/safe-text.js";

const MIXED = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k";
const HEX = "0123456789abcdef0123456789abcdef";
const made = (...parts: string[]): string => parts.join("");
const url64 = (text: string): string => Buffer.from(text).toString("base64url");

const KEY = made(
  "-----BEGIN RSA ",
  "PRIVATE KEY-----\nMIIE",
  MIXED,
  "\n",
  MIXED,
  "\n-----END RSA ",
  "PRIVATE KEY-----",
);
const JWT = made(url64('{"alg":"HS256"}'), ".", url64('{"sub":"1234567890"}'), ".", MIXED);

const FORMS: [kind: string, secret: string][] = [
  ["private-key", KEY],
  ["private-key", made("-----BEGIN OPENSSH ", "PRIVATE KEY-----\nb3Blbn", MIXED)],
  ["aws", made("AK", "IAIOSFODNN7ABCDEFG")],
  ["github", made("gh", "p_", MIXED.slice(0, 36))],
  ["github", made("github", "_pat_", MIXED.slice(0, 22), "_", MIXED)],
  ["gitlab", made("gl", "pat-", MIXED.slice(0, 20))],
  ["slack", made("xo", "xb-123456789012-", MIXED)],
  ["openai", made("sk", "-proj-", MIXED)],
  ["openai", made("sk", "-", MIXED)],
  ["anthropic", made("sk", "-ant-api03-", MIXED)],
  ["google", made("AI", "za", MIXED.slice(0, 35))],
  ["api-key", made("sk", "_live_", MIXED.slice(0, 24))],
  ["api-key", made("np", "m_", MIXED.slice(0, 36))],
  ["api-key", made("h", "f_", MIXED.slice(0, 34))],
  ["api-key", made("py", "pi-", MIXED)],
  ["api-key", made("LT", "AI5t", MIXED.slice(0, 20))],
  ["api-key", made("AK", "ID", MIXED.slice(0, 32))],
  ["api-key", made("hv", "s.", MIXED)],
  ["api-key", made("dckr", "_pat_", MIXED.slice(0, 27))],
  ["api-key", made("bce-v3/", "ALTAK-", MIXED.slice(0, 21), "/", HEX)],
  ["api-key", made("SE", "C", HEX, HEX)],
  ["api-key", made("dp", ".pt.", MIXED)],
  ["jwt", JWT],
];

test.for(FORMS)("%s by its form", ([kind, secret]) => {
  expect(maskSecrets(`see ${secret} here`).text.replace(" here", "")).toBe(`see [masked:${kind}]`);
  expect(maskSecrets(`(${secret.replaceAll("\n", " ")})`).kinds).toEqual([kind]);
});

const NAMED: [text: string, masked: string][] = [
  [`Authorization: Bearer ${MIXED}`, "Authorization: Bearer [masked:authorization]"],
  [`"authorization": "Basic ${url64("user:hunter22")}"`, `"authorization": "Basic [masked:authorization]"`],
  [`used Bearer ${MIXED}`, "used Bearer [masked:authorization]"],
  ["postgres://app:hunter2@db.example/x", "postgres://app:[masked:password]@db.example/x"],
  ["redis://:p@ss@cache:6379", "redis://:[masked:password]@cache:6379"],
  ["password=hunter2", "password=[masked:password]"],
  [`DB_PASSWORD: "two words"`, "DB_PASSWORD: [masked:password]"],
  [`{"passwd":"hunter2","n":1}`, `{"passwd":[masked:password],"n":1}`],
  ["密码：hunter2，请核对", "密码：[masked:password]，请核对"],
  ["密码是 hunter2", "密码是 [masked:password]"],
  ["client_secret=abcd1234", "client_secret=[masked:password]"],
  [`api_key=${HEX}`, "api_key=[masked:token]"],
  ["?access_token=abc12345&x=1", "?access_token=[masked:token]&x=1"],
  ["--token abcd1234efgh", "--token [masked:token]"],
  [`AccountKey=${MIXED}==;x`, "AccountKey=[masked:token];x"],
  [`blob_cfg=${MIXED}`, "blob_cfg=[masked:token]"],
];

test.for(NAMED)("by its name: %s", ([text, masked]) => {
  expect(maskSecrets(text).text).toBe(masked);
  expect(maskSecrets(masked)).toEqual({ text: masked, kinds: [] });
});

const KEPT = [
  "password: required",
  "password=${DB_PASSWORD}",
  "password=<your password>",
  "token: identifier",
  "max_tokens: 4096",
  "the secret is out",
  "Bearer authentication",
  "keyword: 密码",
  "sk-learn and task-runner",
  `commit: ${HEX}01234567`,
  `integrity=sha512-${MIXED}==`,
  `sha256: ${HEX}${HEX}`,
  MIXED,
  "http://localhost:8080/a@b",
  "process.env.API_KEY",
  "Authorization: Bearer $TOKEN",
  "id=123e4567-e89b-12d3-a456-426614174000",
  "arn:aws:iam::123456789012:role/ci-readonly",
  "rule_id: r_014",
  "关键词匹配: 虚构",
];

test.for(KEPT)("no secret: %s", (text) => {
  expect(maskSecrets(text)).toEqual({ text, kinds: [] });
});

test("no part of a secret is left, wherever the cut falls", () => {
  for (const secret of [...FORMS.map(([, form]) => form), `password=${MIXED}`, `postgres://u:${MIXED}@h`]) {
    const body = secret.replaceAll("\n", " ");
    for (let before = 0; before < 120; before++) {
      const shown = cleanText(`${"x ".repeat(before / 2)}${secret} tail`, 80);
      expect(shown).not.toContain(body.slice(-12));
      expect(shown).not.toContain(MIXED.slice(0, 8));
    }
  }
});

test("nor where so much is hidden that the end of what is read comes near", () => {
  for (let hidden = 700; hidden < 1500; hidden += 7)
    expect(
      cleanText(`${"\u200b".repeat(hidden)}${made("gh", "p_", MIXED.slice(0, 36))} ${"y".repeat(4000)}`, 80),
    ).not.toContain("aB3d");
});

test("a secret split by invisible characters is masked, and noted", () => {
  const secret = made("gh", "p_", MIXED.slice(0, 36));
  const split = `${secret.slice(0, 10)}\u200b${secret.slice(10, 20)}\u001b[0m${secret.slice(20)}`;
  expect(safeText(split, 80)).toEqual({ text: "[masked:github]", notes: ["ansi", "invisible", "masked:github"] });
});
