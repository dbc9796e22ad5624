import { accessSync, constants } from "node:fs";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { delimiter, isAbsolute, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DamagedData } from "./decoding.js";

const MAX_MESSAGE_BYTES = 4096;
/** Of what the command says, so much goes into the report. */
const MAX_DETAIL = 120;
/** What would change how the commands work. */
const THEIR_VARIABLES = /^(?:ZSTD_|XZ_|BZIP)/;

/** Where the command is, if it is on the PATH at all. Folders that depend on where we stand are not looked into. */
export function commandFile(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const names = process.platform === "win32" ? [`${name}.exe`] : [name];
  return folders.flatMap((folder) => names.map((one) => join(folder, one))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Decodes with the system's command, which works beside us as a process of its own. It gets the bytes through a pipe and
 * no path, so it reads the very file that was planned, only as far as that was planned. It ends with the stream.
 */
export async function* systemDecoded(
  file: string,
  form: string,
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const child = spawn(file, ["-dc"], { stdio: ["pipe", "pipe", "pipe"], env: environment(), windowsHide: true });
  const ended = endOf(child);
  // A command that has seen enough closes the pipe; what became of it, it tells by its end.
  const feeding = pipeline(input, child.stdin).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => (isClosedPipe(error) ? undefined : error),
  );
  let outputBytes = 0;
  try {
    for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) {
      outputBytes += chunk.length;
      yield chunk;
    }
    const { code, message } = await ended;
    const inputError = await feeding;
    if (inputError !== undefined) throw inputError;
    const damage = damageOf(code, message, form, outputBytes);
    if (damage !== undefined) throw damage;
  } finally {
    child.kill("SIGKILL");
  }
}

interface End {
  /** Null: it was killed. */
  readonly code: number | null;
  readonly message: string;
}

async function endOf(child: Child): Promise<End> {
  let message = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    if (message.length < MAX_MESSAGE_BYTES) message += text;
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, message: error.message }));
    child.once("close", (code) => resolve({ code, message }));
  });
}

function isClosedPipe({ code }: NodeJS.ErrnoException): boolean {
  return code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET" || code === "EOF";
}

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !THEIR_VARIABLES.test(name));
  return { ...Object.fromEntries(own), LC_ALL: "C" };
}

function damageOf(code: number | null, message: string, form: string, outputBytes: number): DamagedData | undefined {
  const detail = detailOf(message) || `its decoder ended with code ${code}`;
  // bzip2 calls it success.
  if (/trailing garbage/i.test(message)) return new DamagedData("trailing", form, detail);
  if (code === 0) return undefined;
  if (/premature end|unexpected end|ends unexpectedly/i.test(message)) return new DamagedData("cut", form, detail);
  const isOther = outputBytes > 0 && /unsupported format|not recognized/i.test(message);
  return new DamagedData(isOther ? "trailing" : "damaged", form, detail);
}

/** The first line, without the command's own name and ours for the file. */
function detailOf(message: string): string {
  const line = message.split("\n").find((text) => text.trim() !== "") ?? "";
  const plain = line.replaceAll(/[^ -~]/g, "").replace(/^\S+: /, "");
  return plain
    .replace(/^(?:\(stdin\)|\S*stdin\S*)\s*:/, "")
    .trim()
    .slice(0, MAX_DETAIL);
}
