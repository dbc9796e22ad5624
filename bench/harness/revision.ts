// Trees to compare: another revision of this repository, and this tree as it is built. Both lie beside each other in a temporary
// folder, so that neither differs by its place, and a build meanwhile disturbs nothing.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** What a revision is called in git, for good. @throws Error where there is none. */
export function commitOf(root: string, reference: string): string {
  try {
    const args = ["rev-parse", "--short", "--verify", "--quiet", "--end-of-options", `${reference}^{commit}`];
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    throw new Error(
      `--base ${reference}: git knows no such revision here; in a pipeline, fetch it first (actions/checkout with fetch-depth: 0)`,
    );
  }
}

/** Builds a commit in `folder` and gives the tree's root. Nothing is changed in the repository or its work tree. */
export function buildCommit(root: string, commit: string, folder: string): string {
  const tree = join(folder, "base");
  mkdirSync(tree);
  run("git", ["archive", "--format=tar", `--output=${join(folder, "base.tar")}`, commit], root);
  run("tar", ["-xf", join(folder, "base.tar")], tree);
  if (sameLock(root, tree)) linkModules(root, tree);
  else run("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], tree);
  run("npm", ["run", "--silent", "build"], tree);
  return tree;
}

/** This tree's build, copied. */
export function copyBuild(root: string, folder: string): string {
  const tree = join(folder, "candidate");
  cpSync(join(root, "dist"), join(tree, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(tree, "package.json"));
  linkModules(root, tree);
  return tree;
}

function sameLock(one: string, other: string): boolean {
  const [a, b] = [one, other].map((tree) => readFileSync(join(tree, "package-lock.json"), "utf8"));
  return a === b;
}

function linkModules(from: string, to: string): void {
  symlinkSync(join(from, "node_modules"), join(to, "node_modules"), "junction");
}

function run(command: string, args: readonly string[], cwd: string): void {
  try {
    // npm is a script on Windows, which only a shell can start.
    execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"], shell: process.platform === "win32" });
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? "").trim();
    throw new Error(
      `the base could not be built: ${command} ${args[0]} failed${said === "" ? "" : `: ${said.slice(0, 500)}`}`,
      {
        cause: error,
      },
    );
  }
}
