import { UsageError } from "../../model/errors.js";
import { isPlainObject, type Check, type CheckTable } from "../../model/option-checks.js";
import { nearNames } from "../text/near-names.js";
import { quoted } from "../text/quoted.js";

const SHOWN_CHARS = 60;

/**
 * Checks the options of a public call before anything is done: who mistypes `dryRun` must not find out by what was written.
 * An option that is undefined counts as left out. @throws UsageError
 */
export function checkOptions(call: string, options: unknown, checks: CheckTable): void {
  if (!isPlainObject(options))
    throw new UsageError(
      `${call}: its options must be an object, and are ${shown(options)}`,
      `give them by name: { ${namesOf(checks).slice(0, 3).join(", ")} }`,
    );
  checkMembers(call, "", options, checks);
}

/** Checks what a public call gets beside its options. @throws UsageError */
export function checkArgument(call: string, name: string, value: unknown, check: Check): void {
  if (check.is(value)) return;
  throw new UsageError(`${call}: ${name} must be ${check.expected}, and is ${shown(value)}`, `give ${check.expected}`);
}

/** `path` ends with a point, or is empty. */
function checkMembers(call: string, path: string, members: Readonly<Record<string, unknown>>, checks: CheckTable) {
  for (const name of Object.keys(members)) if (!Object.hasOwn(checks, name)) throw unknown(call, path, name, checks);
  for (const [name, check] of Object.entries(checks)) {
    const value = members[name];
    if (value === undefined && check.isRequired !== true) continue;
    if (!check.is(value)) throw wrong(call, path + name, value, check);
    if (check.members !== undefined)
      checkMembers(call, `${path}${name}.`, value as Record<string, unknown>, check.members);
    if (check.each !== undefined) checkEach(call, path + name, value as readonly unknown[], check.each);
  }
}

function checkEach(call: string, path: string, list: readonly unknown[], checks: CheckTable): void {
  for (const [i, one] of list.entries()) {
    const place = `${path}[${i}]`;
    if (!isPlainObject(one)) throw wrong(call, place, one, { expected: "an object", is: isPlainObject });
    checkMembers(call, `${place}.`, one, checks);
  }
}

function unknown(call: string, path: string, name: string, checks: CheckTable): UsageError {
  const known = namesOf(checks);
  const near = nearNames(name, known).map((one) => path + one);
  const hint = near.length > 0 ? `did you mean ${near.join(", ")}?` : `there are: ${known.join(", ")}`;
  return new UsageError(`${call} knows no option ${quoted(path + name, SHOWN_CHARS)}`, hint);
}

function wrong(call: string, place: string, value: unknown, { expected, isRequired }: Check): UsageError {
  const problem = value === undefined ? "is missing" : `is ${shown(value)}`;
  const hint = isRequired === true ? `give ${expected}` : `give ${expected}, or leave it out for the default`;
  return new UsageError(`${call}: ${place} must be ${expected}, and ${problem}`, hint);
}

function namesOf(checks: CheckTable): string[] {
  return Object.keys(checks).filter((name) => checks[name]?.isInternal !== true);
}

/** A value in a message: whatever it is, short and harmless. */
function shown(value: unknown): string {
  if (typeof value === "string") return quoted(value, SHOWN_CHARS);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value).slice(0, SHOWN_CHARS);
  return Array.isArray(value) ? "a list" : "an object";
}
