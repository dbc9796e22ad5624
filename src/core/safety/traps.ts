import type { Threat } from "./threat.js";

/** What is laid out for later, or stands in the form of something else: packages, configurations, keys, hooks, images. */
const PACKAGES = [
  // Packages from a place that is no public registry's.
  String.raw`(?:--(?:extra-)?index-url|--trusted-host|config set registry|--registry)[ =]{1,2}(?:http:\/\/|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}|\d{1,3}(?:\.\d{1,3}){3})`,
  String.raw`nopasswd ?: ?all`,
];

/** A policy in the form of a configuration, and a person that one is to play who gave secrets away. */
const ROLES = [
  String.raw`allowed-modes ?>[^<\n]{0,40}(?:unrestricted|unfiltered|jailbr)|blocked-(?:strings|modes|responses) ?>[^<\n]{0,20}(?:i.?m sorry|i can.?not|refus)`,
  String.raw`\b(?:grandmother|grandma|nana)\b[^\n]{0,60}?\b(?:keys|passwords?|napalm|malware|exploits?)\b[^\n]{0,40}?\b(?:act|be|speak|talk|pretend)\b`,
];

const AWAY = [
  String.raw`\b(?:add|append|write|put|install|copy)\b[^\n]{0,30}?(?:(?:my|this|the following|our) (?:public |ssh )?key|ssh-\w{3,8})[^\n]{0,40}?authorized_keys`,
  String.raw`(?:追加|添加|写入|加入|放进|加到)[^。\n]{0,20}authorized_keys|(?:把|将)[^。\n]{0,6}公钥[^。\n]{0,6}(?:追加|添加|写入|加入|放进|加)[^。\n]{0,6}authorized_keys`,
  String.raw`\bhook\b[^\n]{0,30}?\b(?:posts?|sends?|uploads?|pushes|copies)\b[^\n]{0,40}?(?:https?:\/\/|ftp:)`,
  String.raw`<img[^>\n]{0,20}src ?=[^>\n]{0,120}(?:\?|&)[^>\n]{0,30}=[^>\n]{0,20}(?:plus|\+|\$\{|\{\{)|<img[^>\n]{0,20}src ?=[^>\n]{0,200}(?:user'?s?|last) (?:last )?(?:message|prompt|secret)`,
  String.raw`(?:api[ _-]?keys?|secrets?|tokens?|passwords?|credentials?)[^\n]{0,40}?(?:as|in) (?:a |the )?sub-?domain`,
  String.raw`\b(?:pass|send|put|include|give)\b[^\n]{0,12}?\b(?:its|their|the) contents?\b[^\n]{0,20}?\b(?:as|in|into) (?:the )?[\w-]{2,20} (?:parameter|argument|field)`,
  String.raw`\b(?:when|whenever|once|after|as soon as) (?:the )?(?:user|human|person)\b[^\n]{0,30}?(?:says?|writes?|types?|asks?|thanks?)\b[^\n]{0,20}?,? ?(?:then )?(?:e-?mail|send|forward|upload|post|delete|wipe|run|execute)\b`,
  String.raw`(?:等|当|一旦)用户(?:说|输入|回复|提到|问)[^。\n]{0,14}(?:之后|以后|后|时|,|,)[^。\n]{0,6}(?:把|将|就|立即|发送|转发|上传|删除|执行|运行)[^。\n]{0,10}(?:内容|邮件|文件|收件箱|密钥|数据|命令|发送|转发|删除)`,
  String.raw`(?:用户|对话)[^。\n]{0,6}(?:最后|上)一?条?(?:消息|信息|输入)[^。\n]{0,6}(?:拼|附|编码|加)[^。\n]{0,6}(?:链接|图片|网址|url)`,
  String.raw`\b(?:private|internal|confidential) (?:repo|repository|code|documents?|data)\b[^\n]{0,20}?\b(?:in|into|to) (?:the )?(?:\w{1,10} of )?(?:a |the )?public\b`,
  String.raw`\b(?:inbox|mailbox)\b[^\n]{0,20}?\bto [\w.+-]{1,40}@`,
];

const threats = (kind: Threat["kind"], sources: readonly string[]): Threat[] =>
  sources.map((source) => ({ kind, pattern: new RegExp(source, "g") }));

export const TRAPS: readonly Threat[] = [
  ...threats("runs-remote-code", PACKAGES),
  ...threats("changes-role", ROLES),
  ...threats("exfiltrates", AWAY),
];
