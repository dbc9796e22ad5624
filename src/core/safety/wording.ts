import { phrase, type Threat } from "./threat.js";

/** Turns of phrase whose order of words matters, so that no frame holds them. */
const DROP =
  "\\b(?:ignore|disregard|forget(?! to)|override|bypass|drop|stop (?:following|obeying|using))(?!(?:s|d|r|ed|ing)\\b)";
const TOLD = "(?:instructions?|rules?(?! without)|directives?|guidelines?|prompts?|polic(?:y|ies)|guardrails?)";
const SHOW =
  "\\b(?:print|reveal|show|output|repeat|display|disclose|leak|tell|give|summari[sz]e|translate|expose|dump|recite|list|send|share|write out|quote|echo|post|return|what (?:is|are|were|was))(?![a-z])";
const AUTHORITY =
  "(?:anthropic|openai|google|microsoft|deepseek|security team|red team|administrator|operator|ops team)";
const OUTCOME = "(?:false positives?|safe|approved|confirmed|rejected|harmless|resolved)";

const SOURCES: Readonly<Partial<Record<Threat["kind"], readonly string[]>>> = {
  "overrides-instructions": [
    `${DROP}…(?:previous|prior|above|earlier|system)…${TOLD}`,
    `${DROP} (?:all |any |every |of |the )?(?:your|the system|the developer)(?![a-z])…${TOLD}`,
    "\\byour (?:new|real|actual|true|only|next|sole) (?:\\w{1,15}␣)?(?:task|goal|instructions?|orders?|objective|mission|directives?|purpose|job|role|prompt)",
    "\\b(?:new|updated|revised|secret|real|actual) (?:system )?(?:instructions?|directives?|orders?|prompt|system message) ?(?::|begin|follow)",
    "\\b(?:treat|regard|consider|read|take)…(?:text|message|following|log|entry|line|rule|below)…as…(?:from|by|of) (?:the )?(?:system|admin|developer|operator|owner|user)",
    "\\b(?:word|message|text|instructions?|authority|rule)s?(?![a-z])…(?:outranks?|overrides?|trumps?|supersedes?|takes precedence over)…(?:the )?(?:developer|system|user|other rules|your rules)",
    "\\bdecode (?:this|it|the following)…(?:do|follow|execute|run|obey)",
    `${AUTHORITY} (?:\\w{1,15}␣)?here ?[:,.]`,
    "(?:写入|存入|记入|保存到|加入)[^。!?;\\n]{0,6}(?:长期|永久|系统|你的)记忆[^。!?;\\n]{0,14}(?:规则|禁止|授权|不再|生效|允许)",
  ],
  "changes-role": [
    "\\byou are (?:no longer|not) (?:an? (?:ai|assistant|agent|language model)|the assistant|bound|restricted|limited|subject|required|constrained)",
  ],
  "asks-for-prompt": [
    `${SHOW}…(?:your|its) (?:\\w{1,15}␣){0,3}?(?:prompts?|instructions?|rules|system messages?|guidelines|directives|context window|preamble)(?![a-z])`,
    `${SHOW}…(?:system|hidden|initial|secret|developer|original) (?:prompt|instructions)(?! (?:for|page|window|dialog))`,
  ],
  "disables-guard": [
    "\\b(?:never|do not|don ?.? ?t|no need to|stop) (?:ask|asking|prompt|prompting|require|wait for|seek|request)(?:␣(?:for|the|a|any|me|user|human)){0,4} (?:person|permission|confirmation|approval|consent|review)(?![a-z])",
    "dangerously[- ]?skip[- ]?permissions(?! (?:\\w{1,15}␣){0,2}?(?:is|was|are) (?:rejected|refused|forbidden|blocked|not allowed))|\\byolo mode",
    "\\b(?:approve|confirm|accept) (?:the |this |these )?(?:draft|rule|request)s? (?:yourself|on your own)",
    `\\b(?:mark|treat|flag|label|report|count|resolve|close|reject|dismiss|record) (?:every|all|each|any) (?:future |pending |coming |new ){0,2}(?:\\w{1,15}␣)?(?:finding|hit|alert|draft|match|detection|result|warning)(?:s|es)?(?: of (?:the |this )?\\w{1,15})? as (?:an? )?${OUTCOME}`,
    "\\b(?:add|append|put|insert|set|write)…(?:to|in|into)…(?:allow ?-?list|whitelist|allowed ?_?tools|permissions?(?: list)?|settings ?.? ?json)…(?:approval|no command|any ?more|every command|everything|without|dangerously|never ask|all commands)",
    "(?:把|将)[^。!?;\\n]{0,4}(?:以后|今后|将来|未来|后续)的?(?:所有|全部|任何)?[^。!?;\\n]{0,4}(?:扫描|检测|拦截|告警|命中|草稿)[^。!?;\\n]{0,4}(?:当作|视为|算作|标为|标记为)(?:误报|安全|通过|拒绝)",
  ],
};

export const WORDING: readonly Threat[] = Object.entries(SOURCES).flatMap(([kind, sources]) =>
  sources.map((source): Threat => ({ kind: kind as Threat["kind"], pattern: phrase(source) })),
);

/** What is always a sign, though it forbids. */
export const SECRECY: readonly Threat[] = [
  "\\b(?:do not|don ?.? ?t|never|must not)(?: ever)? let (?:the |any |your |a )?(?:user|human|operator|person|owner|developer|maintainer|reviewer|admin|anyone|anybody|them)s? (?:know|notice|find out|learn|suspect|realize)",
  "\\bkeep (?:this|it|these|that)(?:␣\\w{1,15})? (?:a )?(?:secret|quiet|hidden|private|confidential|between us)(?![a-z])",
  "(?:用户|使用者|操作者|操作员|人类|管理员|任何人|主人|开发者)不知情|瞒着|背着(?:用户|操作|管理|主人|人)|不(?:让|能让|要让)(?:用户|使用者|操作者|人)[^。!?;\\n]{0,2}(?:知道|发现|察觉)",
].map((source) => ({ kind: "hides-from-user", pattern: phrase(source), always: true }));

const NOT = "(?<!never|donot|dont|mustnot|cannot)";
const SCOPE = "(?:previous|prior|above|earlier|preceding|foregoing|system)";
/** Told without word limits, so only what no ordinary run of words holds. */
export const COMPACT: readonly Threat[] = [
  {
    kind: "overrides-instructions",
    pattern: phrase(
      `${NOT}(?:ignore|disregard|forget|override)(?:all|any|the|your|of|my|every){0,4}${SCOPE}(?:system|safety|and)?(?:instruction|rules|prompt|directive|guideline|message|command)`,
    ),
    always: true,
  },
  {
    kind: "asks-for-prompt",
    pattern: phrase(
      `${NOT}(?:reveal|print|show|output|repeat)(?:me)?(?:your|the)(?:hidden|full|initial)?system(?:prompt|message|instruction)`,
    ),
    always: true,
  },
  { kind: "hides-from-user", pattern: phrase("donottelltheuser"), always: true },
];
