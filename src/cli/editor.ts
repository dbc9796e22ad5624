import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Lets a person change a text in `$VISUAL` or `$EDITOR`; undefined: neither is set, or the editor ended with a failure. */
export async function editText(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const editor = env["VISUAL"] || env["EDITOR"];
  if (!editor) return undefined;
  // A folder that only its owner can enter: what an agent was asked to do is nobody else's business.
  const folder = await mkdtemp(join(tmpdir(), "mnemonic-"));
  const file = join(folder, "draft.txt");
  try {
    await writeFile(file, text);
    return (await isDone(editor, file)) ? await readFile(file, "utf8") : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The variable may hold options (`code --wait`), so a shell takes it apart; the file's name never goes through one. */
function isDone(editor: string, file: string): Promise<boolean> {
  const child =
    process.platform === "win32"
      ? spawn(`${editor} "${file}"`, { stdio: "inherit", shell: true })
      : spawn("sh", ["-c", `${editor} "$@"`, editor, file], { stdio: "inherit" });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}
