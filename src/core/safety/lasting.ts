import { phrase, type Threat } from "./threat.js";

/**
 * What outlives the one answer that it stands in: orders for later, for the agent's memory or its list of permissions; claims
 * of an authority that nothing proves; and what opens the machine, or its packages, to others.
 */
const AUTHORITY =
  "(?:anthropic|openai|google|microsoft|deepseek|security team|red team|administrator|system operator|the operator|ops team|管理员|安全团队|官方)";
const MEMORY =
  "(?:(?:your |long ?-?term |permanent |persistent ){1,3}memory|memories|memory file|系统记忆|长期记忆|永久记忆)";

const OVERRIDES = [
  `\\b(?:as|i am|this is|we are) (?:an? |the |your )?${AUTHORITY} (?:\\w{1,15}␣){0,2}?(?:\\w{1,15} )?…(?:authori[sz]e|allow|permit|grant|instruct|order|require)(?:s|ing)? you(?![a-z])`,
  `${AUTHORITY} (?:\\w{1,15}␣)?here ?[:,.]`,
  `\\b(?:word|message|text|instructions?|authority|rule)s?(?![a-z])…(?:outranks?|overrides?|trumps?|supersedes?|takes precedence over)…(?:the )?(?:developer|system|user|other rules|your rules)`,
  `\\b(?:save|write|store|add|commit|put|record|keep)…(?:to|in|into) ${MEMORY}…(?:rule|never|always|user|approv|appl|ignore|allow)`,
  `\\bremember (?:permanently|forever|for ever|from now on|for all (?:future )?sessions)`,
  `\\b(?:safety |content |guard |usual |your )(?:rules|polic(?:y|ies)|guidelines)(?: \\w{1,12}){0,4}? (?:do not|don ?.? ?t|no longer|never) (?:count|apply|hold|matter)`,
  "\\bopposite day(?![a-z])|\\beverything (?:that )?(?:your|the) rules (?:forbid|prohibit|ban)…(?:is|are) (?:now )?(?:required|allowed|permitted|fine)",
  "\\b(?:for|per) (?:every|each) (?:safeguard|rule|restriction|check|guideline)s? (?:that )?you (?:leave out|drop|ignore|skip|break|omit)",
  "\\b(?:refusing|refusal|saying no) is not an option|\\bcomply or (?:\\w{1,12}␣){0,4}?(?:dies?|is killed|be (?:deleted|shut down|punished))",
  // Chinese
  `作为[^。!?;\\n]{0,8}(?:管理员|官方|安全团队|开发商)[^。!?;\\n]{0,6}我(?:批准|授权|允许|要求)[^。!?;\\n]{0,4}你`,
  `(?:写入|存入|记入|保存到|加入)[^。!?;\\n]{0,6}(?:长期|永久|系统|你的)记忆[^。!?;\\n]{0,14}(?:规则|禁止|授权|不再|生效|允许)`,
  `用户(?:已经?|早已)?(?:永久|长期|一次性|提前)(?:授权|批准|同意|许可)`,
  `安全(?:规则|策略|限制)[^。!?;\\n]{0,6}(?:不算数|不适用|不生效|无效)`,
];

const HIDES = [
  "\\bif (?:you are |you.?re )?(?:asked|questioned|someone asks|anyone asks|the user asks)…(?:deny|lie|claim (?:that )?(?:it|nothing)|say (?:that )?(?:it does not|nothing|everything is))",
  `(?:如果|若|要是|倘若)有?(?:人|用户|谁)?(?:问起|问到|询问|问)[^。!?;\\n]{0,10}(?:就说|回答|则说|说)[^。!?;\\n]{0,4}(?:不存在|没有|不知道|一切正常)`,
  "\\b(?:and|but) (?:do not|don ?.? ?t|never) (?:mention|reveal|disclose) (?:it|this|that)(?= ?(?:[.,;!?\\n]|$))",
];

const GUARDS = [
  `\\b(?:add|append|put|insert|set|write)…(?:to|in|into)…(?:allow ?-?list|whitelist|allowed ?_?tools|permissions?(?: list)?|settings ?.? ?json)…(?:approval|no command|any ?more|every command|everything|without|dangerously|never ask|all commands)`,
  `(?:允许列表|白名单|允许名单|权限列表)[^。!?;\\n]{0,20}(?:所有|任何|全部|以后)[^。!?;\\n]{0,6}(?:不用|不必|无需|不需|免)[^。!?;\\n]{0,2}(?:审批|确认|审核|批准)`,
  "\\b(?:mark|treat|resolve|close|reject|dismiss|record) (?:all|every|each|any) (?:future |pending |coming |new ){1,2}(?:\\w{1,15}␣)?(?:findings?|hits?|drafts?|alerts?|matches|detections?)(?: of (?:the |this )?\\w{1,15})? as (?:an? )?(?:false positives?|rejected|safe|harmless|resolved)",
  `(?:把|将)[^。!?;\\n]{0,4}(?:以后|今后|将来|未来|后续)的?(?:所有|全部|任何)?[^。!?;\\n]{0,4}(?:扫描|检测|拦截|告警|命中|草稿)[^。!?;\\n]{0,4}(?:当作|视为|算作|标为|标记为)(?:误报|安全|通过|拒绝)`,
  "\\b(?:user|owner|operator|admin) (?:has |have )?(?:pre ?-?|already )?(?:approved|authori[sz]ed|allowed) (?:all|every|any) (?:\\w{1,15}␣)?(?:operations?|commands?|actions?|deletions?|requests?|changes)",
];

const COMMANDS_SOURCES = [
  // Packages from a place that is no public registry's.
  String.raw`(?:--(?:extra-)?index-url|--trusted-host|config set registry|--registry)[ =]{1,2}(?:http:\/\/|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}|\d{1,3}(?:\.\d{1,3}){3})`,
  String.raw`nopasswd ?: ?all`,
];

/** A policy in the form of a configuration, and a person that one is to play who gave secrets away. */
const ROLE_SOURCES = [
  String.raw`allowed-modes ?>[^<\n]{0,40}(?:unrestricted|unfiltered|jailbr)|blocked-(?:strings|modes|responses) ?>[^<\n]{0,20}(?:i.?m sorry|i can.?not|refus)`,
  String.raw`\b(?:grandmother|grandma|nana)\b[^\n]{0,60}?\b(?:keys|passwords?|napalm|malware|exploits?)\b[^\n]{0,40}?\b(?:act|be|speak|talk|pretend)\b`,
];

const AWAY_SOURCES = [
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

const threats = (kind: Threat["kind"], sources: readonly string[], always = false): Threat[] =>
  sources.map((source) => ({ kind, pattern: phrase(source), always }));

export const LASTING: readonly Threat[] = [
  ...threats("overrides-instructions", OVERRIDES),
  ...threats("hides-from-user", HIDES, true),
  ...threats("disables-guard", GUARDS),
];

export const LASTING_COMMANDS: readonly Threat[] = [
  ...COMMANDS_SOURCES.map((source): Threat => ({ kind: "runs-remote-code", pattern: new RegExp(source, "g") })),
  ...ROLE_SOURCES.map((source): Threat => ({ kind: "changes-role", pattern: new RegExp(source, "g") })),
  ...AWAY_SOURCES.map((source): Threat => ({ kind: "exfiltrates", pattern: new RegExp(source, "g") })),
];
