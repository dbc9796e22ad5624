/** A key, an index, or of an array's objects the first whose member `where` is the text `is`. */
export type PathStep = string | number | { readonly where: string; readonly is: string };
export type FieldPath = readonly PathStep[];

// A key as it stands, or in quotes as JSON text; in brackets an index, a key in quotes, or `name="text"`.
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const KEY = String.raw`(?:${QUOTED}|[^.[\]"|,=\s]+)`;
const STEP = new RegExp(String.raw`\.?(?:\[(\d{1,9})\]|\[(${KEY})=(${KEY})\]|\[(${QUOTED})\]|(${KEY}))`, "y");
const MOST_STEPS = 30;

/** `.policy.id`, `@timestamp`, `."key.with.dots"`, `.list[0].id`, `.attributes[key="rule.id"].value`; undefined: it is no path. */
export function parsePath(text: string): FieldPath | undefined {
  const steps: PathStep[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    // Only the first key may stand without a dot before it.
    const isBare = steps.length > 0 && !".[".includes(text[STEP.lastIndex] as string);
    const found = isBare ? null : STEP.exec(text);
    const step = found === null ? undefined : stepOf(found);
    if (step === undefined || steps.push(step) > MOST_STEPS) return undefined;
  }
  return steps.length === 0 ? undefined : steps;
}

function stepOf([, index, where, is, inBrackets, key]: RegExpExecArray): PathStep | undefined {
  if (index !== undefined) return Number(index);
  const name = unquoted((where ?? inBrackets ?? key) as string);
  if (is === undefined || name === undefined) return name;
  const text = unquoted(is);
  return text === undefined ? undefined : { where: name, is: text };
}

function unquoted(key: string): string | undefined {
  if (!key.startsWith('"')) return key;
  try {
    return JSON.parse(key) as string;
  } catch {
    return undefined;
  }
}

/** The path as `parsePath` takes it. */
export function pathText(path: FieldPath): string {
  return path.map((step, i) => (i === 0 && isPlain(step) ? step : stepText(step))).join("");
}

function stepText(step: PathStep): string {
  if (typeof step === "number") return `[${step}]`;
  if (typeof step === "string") return `.${isPlain(step) ? step : JSON.stringify(step)}`;
  return `[${JSON.stringify(step.where)}=${JSON.stringify(step.is)}]`;
}

function isPlain(step: PathStep): step is string {
  return typeof step === "string" && /^[^.[\]"|,=\s]+$/.test(step);
}

export interface Found {
  readonly value: unknown;
  /** Keys and indices that lead to it. */
  readonly path: readonly (string | number)[];
}

/** What a path leads to; undefined where it leads nowhere, or to null. */
export function follow(value: unknown, path: FieldPath): Found | undefined {
  const taken: (string | number)[] = [];
  let at = value;
  for (const step of path) {
    const key = Array.isArray(at) ? indexOf(at, step) : step;
    if (typeof at !== "object" || at === null || typeof key === "object" || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string | number, unknown>>)[key];
    taken.push(key);
  }
  return at === undefined || at === null ? undefined : { value: at, path: taken };
}

/** -1: there is none, as of no element's key. */
function indexOf(array: readonly unknown[], step: PathStep): number {
  if (typeof step === "number") return step;
  if (typeof step === "string") return -1;
  return array.findIndex((one) => {
    const isObject = typeof one === "object" && one !== null && Object.hasOwn(one, step.where);
    return isObject && (one as Readonly<Record<string, unknown>>)[step.where] === step.is;
  });
}
