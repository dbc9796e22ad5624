import { lstatSync, readlinkSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";

/*
 * In a folder that others may write to, anything may have been put by anybody: a link that leads a write elsewhere, a state full
 * of decisions, a cache that lies. The owner of a file can't be forged, so that is what is asked for.
 */

const SYSTEM = 0;
const MOST_LINKS = 40;
const IF_ANY = { throwIfNoEntry: false } as const;

/** Whether it is this user's own. Windows has no such owners. */
export function isOwn({ uid }: Pick<Stats, "uid">): boolean {
  const user = process.geteuid?.();
  return user === undefined || uid === user;
}

/**
 * Whether a folder is this user's own, or not there yet; of a link, both it and what it leads to must be. What can't be looked
 * at is nobody's.
 */
export function isOwnFolder(path: string): boolean {
  try {
    return [lstatSync(path, IF_ANY), statSync(path, IF_ANY)].every((stat) => stat === undefined || isOwn(stat));
  } catch {
    return false;
  }
}

/** @throws EOWNER if it is another user's */
export function refuseOthers(stat: Pick<Stats, "uid">): void {
  if (!isOwn(stat)) throw foreign("it belongs to another user");
}

/**
 * Refuses a file that a stranger has put there: it must be this user's, the system's, or that of the owner of the folder
 * in which it lies. @throws an error of the file system's kind, EOWNER
 */
export function refuseForeign(stat: Pick<Stats, "uid">, path: string): void {
  if (stat.uid !== SYSTEM && stat.uid !== statSync(dirname(path)).uid) refuseOthers(stat);
}

/**
 * Where the file is, or will be: links are followed, a link to what is not there yet too, but none that another user has laid,
 * for whatever is done there is done with this user's rights. @throws the file system's own error, EOWNER
 */
export function targetOf(path: string): string {
  let target = path;
  for (let links = 0; ; links++) {
    const stat = lstatSync(target, IF_ANY);
    if (stat?.isSymbolicLink() !== true) return target;
    if (!isOwn(stat) && stat.uid !== SYSTEM) throw foreign("it is a link of another user's");
    if (links === MOST_LINKS)
      throw Object.assign(new Error("the link leads back to itself"), { code: "ELOOP", syscall: "open" });
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  }
}

function foreign(message: string): Error {
  return Object.assign(new Error(message), { code: "EOWNER", syscall: "open" });
}
