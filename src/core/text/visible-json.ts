/** What JSON.stringify leaves as it is, and a terminal may act on or not show. In JSON it stands within strings alone. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The same JSON, with what is invisible written as an escape: a reader of JSON gets the same, a terminal acts on nothing. */
export function escaped(json: string): string {
  return json.replace(UNSAFE, (char) =>
    Array.from({ length: char.length }, (_, i) => unit(char.charCodeAt(i))).join(""),
  );
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
