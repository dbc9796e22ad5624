import type { ErrorCode, ErrorReason } from "../../model/errors.js";
import type { Invocation } from "./invocation.js";
import { number } from "./quantities.js";
import { systemWord } from "./texts-zh-system.js";

const FAILURES: Readonly<Record<ErrorCode, string>> = {
  USAGE: "用法有误",
  ARCHIVE_NOT_FOUND: "归档不存在或无法打开",
  HOME_NOT_FOUND: "主目录不存在或无法打开",
  ABORTED: "已中止，未写入任何内容",
  OUT_OF_MEMORY: "内存不足",
  TEMP_UNWRITABLE: "临时文件无法写入",
  WORKER_FAILED: "工作线程异常退出或不再响应，没有结果",
  STATE_UNWRITABLE: "状态文件无法写入",
  TOO_MANY_FILES: "归档数超过可同时打开的文件数",
  OUTPUT_EXISTS: "输出文件已存在",
  OUTPUT_UNWRITABLE: "输出文件无法写入",
  LOCKED: "另一个进程正在使用该主目录",
  DRAFT_NOT_FOUND: "没有这个草稿",
  PATTERN_NOT_FOUND: "没有这个规则、模式或草稿",
  DRAFT_UNSAFE: "草稿内容可疑，拒绝确认",
  DRAFT_STATUS: "草稿的当前状态不允许此操作",
  CLOSED: "已经关闭",
  FILE_FAILED: "文件无法读取或写入",
  INTERNAL: "内部错误",
};

const HINTS: Readonly<Record<ErrorCode, string>> = {
  USAGE: "加 --help 查看用法",
  ARCHIVE_NOT_FOUND: "请检查路径；通配模式须至少匹配一个文件",
  HOME_NOT_FOUND: "用 --home 指定存放 intercept_log.jsonl 的目录，并检查其权限",
  ABORTED: "重新运行同一命令即可",
  OUT_OF_MEMORY: "请减少 --threads，或分批扫描归档",
  TEMP_UNWRITABLE: "请用 --temp-dir 指定空间充足的目录，或用 --max-memory 放宽内存上限",
  WORKER_FAILED: "请加 --threads 1 重试；若仍失败，请报告问题并附上归档大小",
  STATE_UNWRITABLE: "请检查主目录的空间与权限",
  TOO_MANY_FILES: "请提高上限（ulimit -n），或减少每次的归档数",
  OUTPUT_EXISTS: "请换一个文件名，或加 --force 覆盖",
  OUTPUT_UNWRITABLE: "请检查输出位置的空间与权限",
  LOCKED: "请等它结束后重试",
  DRAFT_NOT_FOUND: "请检查草稿编号",
  PATTERN_NOT_FOUND: "请检查名称",
  DRAFT_UNSAFE: "请先核对其内容与证据",
  DRAFT_STATUS: "请先查看草稿的状态",
  CLOSED: "请重新打开",
  FILE_FAILED: "请检查该文件及其磁盘，然后重新运行同一命令",
  INTERNAL: "这是 Mnemonic 的缺陷：请报告，并附上 --debug 的输出",
};

/** What is known more closely than by the code: what was wrong, and what to do where that is not as for the code. */
interface Closer {
  readonly message: (reason: Required<ErrorReason>) => string;
  readonly hint?: (reason: Required<ErrorReason>, run: Invocation) => string;
}

const CLOSER: Readonly<Record<ErrorReason["code"], Closer>> = {
  home_missing: { message: ({ name }) => `主目录 ${name} 不存在` },
  home_file: {
    message: ({ name }) => `主目录 ${name} 是文件，应为目录`,
    hint: () => "请用 --home 指定存放 intercept_log.jsonl 的目录；单独的日志可作为归档读取：mnemonic scan FILE",
  },
  home_unknown: { message: () => "找不到主目录：HERMES_HOME 与 HOME 均未设置，系统也没有该用户的目录" },
  home_unreadable: { message: (reason) => `主目录 ${reason.name} 无法打开${why(reason)}` },
  state_unread: {
    message: (reason) => `${reason.name} 无法读取${why(reason)}`,
    hint: () => "请修正该文件或其权限",
  },
  archive_unread: { message: (reason) => `${reason.name} 无法再次读取${why(reason)}` },
  state_unwritten: { message: (reason) => `${reason.name} 无法写入${why(reason)}；保持原样` },
  state_newer: {
    message: ({ name, n }) => `${name} 由更新版本的 Mnemonic 写成（版本 ${number(n)}）`,
    hint: () => "请更新 hermes-mnemonic",
  },
  locked: { message: ({ name }) => `另一个进程正在写入状态（${name}）；未写入任何内容` },
  output_exists: { message: ({ name }) => `${name} 已经存在` },
  output_foreign: {
    message: ({ name }) => `${name} 已经存在，其内容不是被拒绝的行`,
    hint: () => "请换一个文件名：--force 只替换空文件或此前由 --rejects 写出的文件",
  },
  output_irregular: { message: ({ name }) => `${name} 已经存在，且不是普通文件`, hint: () => "请换一个文件名" },
  output_unwritten: { message: (reason) => `${reason.name} 无法写入${why(reason)}` },
  output_rule: {
    message: ({ name }) => `--rejects：${name} 位于主目录的规则之中`,
    hint: () => "请写到其他目录：那里的文件会被当作规则读取",
  },
  output_input: {
    message: ({ name }) => `--rejects：${name} 会被当作日志读取`,
    hint: () => "请写到其他目录，或换一个不含 .json 的名称",
  },
  since_late: { message: () => "--since 晚于 --until，其间没有记录", hint: () => "请修改其中之一" },
  files_few: {
    message: () => "可同时打开的文件数太少，无法读取归档",
    hint: () => "请提高上限（ulimit -n 256），再运行同一命令",
  },
  draft_rejected: {
    message: ({ name }) => `草稿 ${name} 已拒绝`,
    hint: ({ name }, run) => `请先重新打开：${run(`drafts reopen ${name}`)}`,
  },
  draft_aside: {
    message: ({ name }) => `草稿 ${name} 已暂缓或撤回`,
    hint: ({ name }, run) => `仍要确认：${run(`drafts confirm ${name} --force`)}`,
  },
  draft_handed: {
    message: ({ name }) => `草稿 ${name} 已确认`,
    hint: () => "它已交给 Canon：请从 rules/ 去掉其规则，或从 errors.jsonl 去掉其记录",
  },
  draft_not_rejected: {
    message: ({ name }) => `草稿 ${name} 未被拒绝`,
    hint: () => "只有已拒绝的草稿才能重新打开",
  },
  draft_unsafe: {
    message: ({ name }) => `草稿 ${name} 可疑，未确认`,
    hint: ({ name }, run) =>
      `请先查看：${run(`drafts show ${name}`)}；若确认无害：${run(`drafts confirm ${name} --force`)}`,
  },
  archives_none: {
    message: ({ name, n }) =>
      `${name} 中没有归档：没有名称形如 *.jsonl* 或 *.json* 的文件${n > 0 ? `；另有 ${number(n)} 个其他名称的文件未读` : ""}`,
    hint: () => "请指定文件，或用不限名称的通配模式：'folder/*'",
  },
  queue_full: { message: ({ n }) => `草稿队列已满（${number(n)} 个）`, hint: () => "请先确认或拒绝一些" },
};

function why({ detail }: Required<ErrorReason>): string {
  return detail === "" ? "" : `（${systemWord(detail)}）`;
}

export function failureOf(code: ErrorCode, message: string, reason?: ErrorReason): string {
  return reason === undefined ? `${FAILURES[code]}（原文：${message}）` : CLOSER[reason.code].message(whole(reason));
}

export const hintIn =
  (run: Invocation) =>
  (code: ErrorCode, _hint: string, reason?: ErrorReason): string =>
    (reason === undefined ? undefined : CLOSER[reason.code].hint?.(whole(reason), run)) ?? HINTS[code];

function whole(reason: ErrorReason): Required<ErrorReason> {
  return { name: "", detail: "", n: 0, ...reason };
}
