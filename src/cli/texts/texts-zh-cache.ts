import type { Invocation } from "./invocation.js";
import { number } from "./quantities.js";
import type { enCache, enCacheHelp } from "./texts-en-cache.js";
import type { CommandHelp } from "./texts-en-help.js";

export const zhCacheHelp = {
  watch: {
    summary: "持续监视，草稿一出现就告知",
    description:
      "持续运行，定时查看日志，只读取新增部分；每有草稿进入队列就输出一行（--format ndjson 或 json 时输出该草稿）。日志被轮转、截短或重建时会继续跟随。按 Ctrl-C 结束。",
    usage: "[选项]",
    examples: [
      ["mnemonic watch", "每个草稿一行"],
      ["mnemonic watch --format ndjson --interval 10", "供其他程序使用，每十秒查看一次"],
    ],
  },
  cache: {
    summary: "两次扫描之间保留的日志信息",
    description: "两次扫描之间保留的日志信息，使下一次扫描只需读取新增部分。随时可以从日志重新得到。",
    usage: "[选项] <命令>",
    examples: [
      ["mnemonic cache status", "保留了多少，存放在哪里，以及中断的 backfill"],
      ["mnemonic cache clear", "删除"],
    ],
  },
  "cache status": {
    summary: "保留了多少，存放在哪里",
    description:
      "两次扫描之间保留了哪些文件的多少信息，存放在哪里；以及被中断的 backfill：是哪个命令，何时开始，进行到哪里。不写入任何内容。",
    usage: "[选项]",
    examples: [["mnemonic cache status --format json", "供其他程序使用"]],
  },
  "cache clear": {
    summary: "删除缓存：下一次扫描会全部重读",
    description: "删除两次扫描之间、以及被中断的 backfill 所保留的信息。下一次会全部重读，并重新保留。",
    usage: "[选项]",
    examples: [
      ["mnemonic cache clear", "之后运行：mnemonic scan"],
      ["mnemonic cache clear --backfills", "只删除中断的 backfill 所保留的信息"],
    ],
  },
} satisfies Record<keyof typeof enCacheHelp, CommandHelp>;

export const zhCache = (run: Invocation): ReturnType<typeof enCache> => ({
  cache: {
    states: {
      none: "没有缓存：下一次扫描会全部重读",
      kept: "下一次扫描只读取新增部分",
      outdated: "缓存来自其他版本：下一次扫描会全部重读",
      damaged: "缓存已损坏：下一次扫描会全部重读",
    },
    size: (size, files, path) => `${size}，${number(files)} 个文件：${path}`,
    archive: (size, extents) => `已知 ${size}，分 ${number(extents)} 段`,
    cleared: (size) => `已删除 ${size}；下一次扫描会全部重读`,
    backfills: {
      title: "尚未结束的 backfill（再次运行同一命令即可继续）：",
      states: {
        interrupted: "已中断",
        running: "正在另一个进程中运行",
        damaged: "已损坏：再次运行同一命令会从头开始",
      },
      progress: (read, total, kept) => `已读取 ${read}，共 ${total}，保留 ${kept}`,
      began: (at, now) => `开始于 ${at}，时刻以 ${now} 为准`,
      more: (n) => `以及另外 ${number(n)} 个归档`,
      drop: `如需丢弃：${run("cache clear --backfills")}`,
      cleared: (size) => `已删除 ${size}；下一次 backfill 会全部重读`,
    },
    note: (what, path) => (path === "" ? what : `${path}：${what}`),
    notes: {
      truncated: "文件变短了，已重新读取",
      rewritten: "已知的部分被改动，已重新读取",
      replaced: "已不是原来的文件，已重新读取",
      earlier_now: "所问的时刻早于已知内容，已全部读取",
      clock_set_back: "系统时钟被调回，晚于现在的已知内容已重新读取",
      folds: "已知内容不足以得出此后的置信度变化，已再次读取",
      damaged: "缓存已损坏，已丢弃并重建",
      outdated: "缓存来自其他版本或其他设置，已重建",
      too_large: "已知内容过大，无法保留；下一次命令会全部重读",
      outgrown: "新增内容超出内存上限，已全部读取，不予保留",
      many_archives: "日志文件数超过可同时打开的数目，已全部读取，不予保留",
      unwritable: "缓存无法写入；下一次命令会重新读取",
      mistaken: "缓存与日志内容不符，已重建",
      resumed: "已从此命令上次中断处继续，时刻仍以上次运行为准",
      progress_changed: "此命令中断后该文件有改动，与它一同读取的内容已重新读取",
      progress_damaged: "中断时保留的进度已损坏，已丢弃并重新读取",
      progress_unwritable: "进度无法保留：若此次运行被中断，下一次只能从头开始",
    },
  },
  watch: {
    began: (home, seconds) => `正在监视 ${home}，每 ${number(seconds)} 秒一次；按 Ctrl-C 结束`,
    draft: (id, confidence, rule) => `${id}  ${confidence}  ${rule}`,
    unsafe: (line) => `${line}  可疑`,
    problem: (message) => `${message}；稍后重试`,
    ended: "已结束",
  },
});
