import type { ReasonCode, ReasonParams } from "../../model/archive-reasons.js";
import { number } from "./quantities.js";

const ARCHIVE_REASONS: Readonly<Record<ReasonCode, (params: Required<ReasonParams>) => string>> = {
  folder_unreadable: () => "目录无法读取",
  folder_link: () => "是指向目录的链接；请直接写出该目录",
  is_folder: () => "是目录，不是文件",
  not_regular: () => "不是普通文件",
  gone: () => "文件已不存在（或是失效的链接）",
  permission: () => "没有读取权限",
  link_loop: () => "链接指回自身",
  io_error: ({ detail }) => `读取出错，原文：${detail}`,
  standard_input: ({ detail }) => `标准输入无法暂存（可用 --temp-dir 指定其他目录），原文：${detail}`,
  unread_form: ({ form }) => `不支持 ${form} 压缩；请先解压，或改用 gzip`,
  utf16_unmarked: () => "似为缺少字节序标记的 UTF-16；请先转换为 UTF-8",
  copy: ({ twin }) => `内容已包含在 ${twin} 中，后者会被读取`,
  decoded_copy: ({ twin }) => `解压后的内容已包含在 ${twin} 中，后者会被读取`,
  lost: () => "扫描期间，文件在读完之前被删除或改名；请重新运行同一命令",
  supplanted: () => "扫描期间，文件在读完之前被另一个文件替换；请重新运行同一命令",
  shortened: () => "扫描期间文件变短；已读部分均已计入",
  rewritten: () => "扫描期间文件被改写；已读部分均已计入",
  data_cut: ({ form }) => `${form} 数据不完整；此前解出的内容均已计入`,
  data_damaged: ({ form }) => `${form} 数据已损坏；此前解出的内容均已计入`,
  data_trailing: ({ form }) => `${form} 数据之后还有其他内容，未读取`,
  json_lost: ({ at }) => `JSON 在第 ${number(at)} 字节处损坏，其后的记录无法分辨`,
  json_cut: ({ at }) => `JSON 在第 ${number(at)} 字节处结束，没有闭合`,
  other_array: ({ at }) => `除 records 外，第 ${number(at)} 字节处还有另一个数组`,
  comma_missing: ({ at }) => `第 ${number(at)} 字节处缺少逗号；前后的记录均已计入`,
};

/** Why an archive was not read, or not in full. */
export function archiveReason(code: ReasonCode, params?: ReasonParams): string {
  return ARCHIVE_REASONS[code]({ form: "", detail: "", twin: "", at: 0, ...params });
}
