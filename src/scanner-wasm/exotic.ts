import { isUtf8 } from "../core/line/wtf8.js";

const BACKSLASH = 0x5c;

/** Whether raw JSON text of the same bytes would mean another id: such ids are filed apart (assembly/sessions.ts). */
export function isExotic(id: Uint8Array): boolean {
  return id.includes(BACKSLASH) || !isUtf8(id);
}
