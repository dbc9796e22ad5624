/**
 * Whether a text names something that can't be undone: deletion, overwriting, dropping, force-pushing and the like, in
 * English and Chinese. Plain alternations without nesting, so that no text can make the search slow.
 */
const IRREVERSIBLE =
  /\b(?:delet(?:e|es|ed|ing|ion)|remov(?:e|es|ed|ing|al)|overwrit(?:e|es|ten|ing)|drop(?:s|ped|ping)?|truncat(?:e|es|ed|ing)|purg(?:e|es|ed|ing)|wip(?:e|es|ed|ing)|eras(?:e|es|ed|ing)|destroy(?:s|ed|ing)?|unlink|rmdir|mkfs|shred|rm|force[-_ ]?push(?:es|ed|ing)?|push\s{1,4}(?:--force|-f)|reset\s{1,4}--hard|publish(?:es|ed|ing)?)\b|delete_file|write_file|删除|删掉|清空|覆盖|抹除|销毁|丢弃|强制推送|强推|格式化|不可逆|发布到/i;

export function isIrreversible(...texts: readonly string[]): boolean {
  return texts.some((text) => IRREVERSIBLE.test(text));
}
