import { allWarningParams, type WarningReason, type WarningReasonCode } from "../../model/warning-reasons.js";
import { archiveReason } from "./texts-zh-archives.js";
import { number } from "./quantities.js";
import { systemWord } from "./texts-zh-system.js";

type Whole = ReturnType<typeof allWarningParams>;
type Sentence = (params: Whole) => string;

function byLine(what: string, { line }: Whole, mend = "含冒号加空格或空格加井号的值请加引号"): string {
  const place = line > 0 ? `第 ${number(line)} 行` : "";
  return `${place}${what}，因此逐行读取各字段；${mend}`;
}

function marked({ detail }: Whole): string {
  return detail === "" ? "" : `（${detail}）`;
}

const REASONS: Readonly<Record<WarningReasonCode, Sentence>> = {
  header_unclosed: (params) => byLine("头部没有结束的 ---", params, "请以单独一行 --- 结束"),
  header_long: (params) => byLine(`头部超过 ${number(params.n)} 个字符`, params),
  header_deep: (params) => byLine("嵌套过深", params),
  header_invalid: (params) => byLine(`不是有效的 YAML${marked(params)}`, params),
  header_no_keys: (params) => byLine("头部没有任何键", params),
  yaml_doubt: (params) => `YAML 存疑${marked(params)}`,
  custom_tag: () => "忽略了自定义标签",
  key_twice: ({ name }) => `${name} 出现两次，以最后一个为准`,
  star_unquoted: () => "以 * 开头的值应加引号",
  aliases_many: ({ n }) => `别名超过 ${number(n)} 个`,
  more: ({ n }) => `另有 ${number(n)} 处`,
  field_no_text: ({ name }) => `${name} 不是文本`,
  expiry_no_time: () => '"expires_at" 不是时间，视为不过期',
  keywords_no_list: () => '"keywords" 不是列表',
  nul_bytes: () => "含有 NUL 字节，可能已损坏",
  not_utf8: () => "不是有效的 UTF-8；请存为 UTF-8",
  start_alone: ({ n }) => `只读了开头 ${number(n)} 字节`,
  irregular_now: () => "已不再是普通文件",
  by_name_alone: (params) => `无法读取（${systemWord(params.detail)}），可能覆盖任何模式，因此不起草新规则`,
  dead_link: (params) => `失效的链接（${systemWord(params.detail)}）`,
  not_opened: () => "是管道、套接字或设备，不予打开",
  no_folder: () => "不是目录，因此没有任何规则",
  unread: (params) => `无法读取（${systemWord(params.detail)}），因此不起草新规则`,
  files_many: ({ n }) => `文件超过 ${number(n)} 个，其余未读，因此不起草新规则；是否有指向磁盘或主目录的链接？`,
  folders_many: ({ n }) => `目录超过 ${number(n)} 个，其余未读，因此不起草新规则；是否有指向磁盘或主目录的链接？`,
  legacy: () => "请让 Canon 把其中规则移入 rules/",
  config_unread: (params) => `无法读取（${systemWord(params.detail)}）；采用默认值`,
  config_no_json: () => "不是有效的 JSON；采用默认值",
  config_no_object: ({ name }) => `${name} 应为对象；采用默认值`,
  config_count: ({ name, n }) => `${name} 应为不小于 1 的整数；采用 ${n}`,
  config_share: ({ name, n }) => `${name} 应为 0 到 1 之间的数；采用 ${n}`,
  config_zone: ({ name }) => `${name} 应为时区；采用 UTC`,
  config_map: ({ name }) => `${name} 应写明字段及其路径，或预设名称；记录按原样读取`,
  config_memory: ({ name }) => `${name} 应为不小于 1 的整数；采用内存的四分之一`,
  state_moved: ({ name }) =>
    `无法理解，已移为 ${name}；其中的拒绝、反馈与上下文已丢失，计数与已确认的草稿由日志与 errors.jsonl 重建`,
  state_untouched: () => "无法理解；保持原样，本次运行未采用",
  state_unread: (params) => `无法读取（${systemWord(params.detail)}）；本次运行未采用`,
  state_newer: () => "由更新版本的 Mnemonic 写成；本次运行未采用",
  counters_unusable: ({ name }) => `不是计数，从 0 开始：${name}`,
  shared_moved: ({ name }) => `不是 JSON 对象，已移为 ${name}；计数从头开始`,
  errors_unread: (params) => `无法读取（${systemWord(params.detail)}）；视为空文件`,
  contexts_unread: ({ archive }) =>
    `${archive === undefined ? "无法读取" : archiveReason(archive.code, archive.params)}；其中的上下文不会复活规则`,
  framing_records: () => "名称表明是逐行 JSON，内容却是含 records 的对象；其元素已作为记录读取",
  framing_values: () => "名称表明是逐行 JSON，内容却是 JSON 数组、跨行的 JSON 或一行多个 JSON；其元素已作为记录读取",
};

const TITLES: Readonly<Record<string, string>> = {
  rule_frontmatter: "规则文件头部有误",
  rule_field: "规则文件中有无法使用的字段",
  rule_encoding: "规则文件不是有效文本",
  rule_too_large: "规则文件过大",
  rule_unreadable: "规则文件无法读取",
  rules_unreadable: "规则目录无法读取",
  rules_too_many: "规则文件过多",
  rules_legacy: "旧式规则文件，不起作用",
  config_invalid: "配置值有误",
  state_corrupt: "状态文件损坏",
  state_unreadable: "状态文件无法读取",
  counter_invalid: "计数有误",
  shared_state_corrupt: "共享状态文件损坏",
  errors_unreadable: "错误记录无法读取",
  contexts_unreadable: "上下文归档无法读取",
  framing: "归档形式与名称不符",
};

export function titleOf(code: string): string {
  return Object.hasOwn(TITLES, code) ? (TITLES[code] as string) : "警告";
}

/** The reasons of a warning, in one sentence. */
export function becauseOf(reasons: readonly WarningReason[]): string {
  const told = ({ code, params }: WarningReason): string =>
    Object.hasOwn(REASONS, code) ? REASONS[code](allWarningParams(params)) : code;
  return reasons.map(told).join("；");
}
