// Random records as JSON texts: mostly ordinary ones over small alphabets, so that counts meet thresholds and windows,
// with the odd forms of ids, keys and values that a log has shown.
import * as fc from "fast-check";
import { timeText } from "./time-in-record.js";

const odd = (common: readonly string[], rare: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...common) }, fc.constantFrom(...rare));

const NUMBERS = ["9007199254740992", "9007199254740993", "7", "7.0", "-0", "1E400", "0.10"];
const NO_TEXT = ["null", "true", "[]", '{"id":"a"}', '""', '"  "'];
const SURROGATES = ['"\\ud800"', '"\\udfff"', '"\\ud83d\\ude00\\udfff"', '"😀"', '"\\ud83d\\ude00"', '"\ue000\\udc00"'];
// prettier-ignore
const sessionText = odd(
  ['"s1"', '"s2"', '"s3"'],
  [
    ...NUMBERS, ...NO_TEXT, ...SURROGATES, '" s1 "', '"s1 "', '"\\u0073\\u0031"', '"s1\\t"', '"\u00a0s2\ufeff"', '"S1"',
    '"\u00e9"', '"e\u0301"', '"7"', '"\ud7ff"', '"\\u0000"',
  ],
);
// prettier-ignore
const ruleText = odd(
  ['"r1"', '"r2"', '"r1"'],
  [
    ...NUMBERS, ...NO_TEXT, ...SURROGATES, '"r\\u0031"', '" r1"', '"r1 "', '"R1"', '"7"', '"\uff21"',
    '"\u00e9"', '"e\u0301"', '"\u212b"', '"\\u00c5 "', '"Ban:虚构"',
  ],
);
const interceptorText = odd(
  ['"Ban"', '"Ban"', '"Clarify"'],
  ['"RetryLoop"', '"UserCorrection"', '"UserCorrection"', '"拦截"', '"B\\u0061n"', '""', "null", "5", '"\\ud800"'],
);
const actionText = odd(
  ['"block"', '"warn"'],
  ['"retry"', '"false_positive"', '"false_positive"', '"downgrade"', '"fals\\u0065_positive"', "null", '"Retry"'],
);
// prettier-ignore
const reasonText = fc.constantFrom(
  '"关键词匹配: 虚构"', '"keyword match：x y "', '"Keyword Match:\\tX"', '"keyword match: "', '"none"', "3",
  '"see keyword match :e\\u0301\\nnext"', '"keyword match:\\n关键词匹配:é"',
);
const levelText = fc.constantFrom('"hard"', '"soft"', '"monitor"', '" Hard "', '"none"', '"__proto__"', "1");

type Field = readonly [key: string, value: string];
const field = (key: string, value: fc.Arbitrary<string>): fc.Arbitrary<Field> => value.map((text) => [key, text]);
// prettier-ignore
const anyText = fc.constantFrom(
  '"x"', "0", "-1.5e-3", "[1,[2,{}],{}]", '{"rule_id":"r2","session_id":"s2"}', '"\\"rule_id\\":\\"r2\\""',
  '"\\u12aB"', "true", "false", "null", "[]", "{}", '"\u2028"', `${"[".repeat(40)}${"]".repeat(40)}`,
);

const rareField = (nowMs: number): fc.Arbitrary<Field> =>
  fc.oneof(
    field("timestamp", timeText(nowMs)),
    field("reason", reasonText),
    field("false_positive", fc.constantFrom("true", "false", '"true"', "1")),
    field("from_level", levelText),
    field("to_level", levelText),
    field("source", fc.constantFrom('"mnemonic_pattern"', '"guard"', '"mnemonic\\u005fpattern"')),
    field("summary", anyText),
    field(
      "match",
      fc.constantFrom("null", '{"exact":["a"]}', '{"exact":[" a "],"exact":"b"}', '{"exact":[]}', "{}", "7"),
    ),
    field("error_type", fc.constantFrom('"timeout"', '" e\\u0301"', "null", '""')),
    field("type", fc.constantFrom('"ban"', '" "', "3")),
    field("rule", fc.constantFrom('"no rule"', "null")),
    field("context", anyText),
    field("__proto__", anyText),
    field("", anyText),
    field("rule_id", ruleText),
    field("session_id", sessionText),
    field("ts", timeText(nowMs)),
  );

const commonFields = (nowMs: number): fc.Arbitrary<Field[]> =>
  fc
    .tuple(
      fc.option(fc.oneof({ weight: 7, arbitrary: field("ts", timeText(nowMs)) }, field("timestamp", timeText(nowMs))), {
        freq: 9,
        nil: undefined,
      }),
      fc.option(field("session_id", sessionText), { freq: 9, nil: undefined }),
      fc.option(field("interceptor", interceptorText), { freq: 9, nil: undefined }),
      fc.option(field("rule_id", ruleText), { freq: 9, nil: undefined }),
      fc.option(field("action", actionText), { freq: 9, nil: undefined }),
    )
    .map((fields) => fields.filter((one) => one !== undefined));

/** Some key that is spelt with an escape now and then. */
const spelt = (key: string, style: number): string =>
  style === 19 && key !== "" ? `\\u${key.charCodeAt(0).toString(16).padStart(4, "0")}${key.slice(1)}` : key;
const SPACES = ["", "", "", "", "", "", " ", "\t", " \r"];

export const recordText = (nowMs: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      commonFields(nowMs),
      fc.oneof({ weight: 2, arbitrary: fc.constant<Field[]>([]) }, fc.array(rareField(nowMs), { maxLength: 3 })),
      fc.array(fc.nat(19), { maxLength: 9 }),
      fc.constantFrom(...SPACES),
    )
    .map(([common, rare, styles, space]) => {
      const fields = [...common, ...rare].map(
        ([key, value], i) => `"${spelt(key, styles[i] ?? 0)}"${space}:${space}${value}`,
      );
      return `{${space}${fields.join(`${space},${space}`)}${space}}`;
    });
