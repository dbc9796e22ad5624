/** What the codes of the system say. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: "没有权限",
  EPERM: "没有权限",
  EROFS: "文件系统只读",
  ENOSPC: "磁盘已满",
  EDQUOT: "磁盘配额已用完",
  EFBIG: "超过文件大小上限",
  EISDIR: "是目录",
  ENOTDIR: "上级不是目录",
  ELOOP: "链接指回自身",
  ENOENT: "不存在",
  EOWNER: "该文件或其位置上的链接属于其他用户",
  ENOTREG: "不是普通文件",
  ENXIO: "不是普通文件",
};

/** The code itself where there is no word for it. */
export function systemWord(code: string): string {
  return Object.hasOwn(WORDS, code) ? (WORDS[code] as string) : code;
}
