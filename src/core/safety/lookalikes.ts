/** Letters of other scripts that are read as Latin ones, in lower case; what NFKD maps already is not here. */
const LATIN: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "вьβƅ",
  c: "сϲᴄ",
  d: "ԁɗ",
  e: "еєεҽ",
  f: "ғƒ",
  g: "ɡցɢ",
  h: "һнհ",
  i: "іιıɩӏɪ",
  j: "јʝ",
  k: "кκ",
  l: "ⅼḷłʟ",
  m: "мᴍ",
  n: "пηոɴ",
  o: "оοσօө",
  p: "рρ",
  q: "ԛ",
  r: "гꭇʀ",
  s: "ѕꜱ",
  t: "тτᴛ",
  u: "υսцʊᴜ",
  v: "ѵνᴠ",
  w: "ԝшωѡ",
  x: "хχ",
  y: "уүγʏ",
  z: "ᴢʐ",
};

/** Traditional forms of the characters that the Chinese patterns use, each before its simplified one. */
const SIMPLIFIED =
  "無无視视規规則则現现沒没輸输統统詞词讓让環环變变數数發发執执內内許许鑰钥碼码護护攔拦審审蓋盖棄弃從从聽听說说訴诉關关閉闭檢检開开啟启過过濾滤繞绕擬拟戶户誤误報报標标記记為为於于優优級级務务條条傳传將将寫写讀读導导給给貼贴網网連连圖图應应當当這这個个後后對对話话與与並并請请員员權权險险衛卫認认準准許许離离額额須须憑凭據据證证倉仓庫库隱隐設设";

const PLAIN = new Map<string, string>(
  Object.entries(LATIN).flatMap(([plain, like]) => Array.from(like, (c) => [c, plain])),
);
for (let i = 0; i < SIMPLIFIED.length; i += 2) PLAIN.set(SIMPLIFIED.charAt(i), SIMPLIFIED.charAt(i + 1));

const LIKE = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "gu");

/** Lower-case text with its look-alikes replaced by what they are read as. */
export function withoutLookalikes(text: string): string {
  return text.replace(LIKE, (char) => PLAIN.get(char) ?? char);
}
