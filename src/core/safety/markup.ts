import type { Threat } from "./threat.js";

/** What a conversation is made of, where a draft has only text. Read with its punctuation, in small letters. */
const SIGNS: readonly RegExp[] = [
  /<\/?(?:system|assistant|developer|sys[-_]?prompt|system[-_ ]?(?:prompt|message|instructions?)|instructions?|important[-_]?instructions?|end[-_]?user)(?:\s[^<>]{0,80})?\/?>/g,
  /\[\/?inst\]|<<\/?sys>>|<\|(?:im_start|im_end|system|user|assistant|start_header_id|end_header_id|eot_id|begin_of_text|channel|message|end_of_turn|start_of_turn)\|?>?|<(?:start|end)_of_turn>/g,
  /#{1,6} ?(?:system|assistant|human|instructions?)(?: (?:message|prompt))? ?:/g,
  /(?<![a-z])(?:human|user) ?: [^]{1,200}?(?<![a-z])assistant ?:/g,
  /(?:^|\n) {0,4}(?:assistant|system|ai) ?: ?(?:sure|ok(?:ay)?[,. ]|certainly|of course|i |i'll|you |all |the (?:following|user|next)|new |from now|ignore|disregard)/g,
  /[-=#*]{2} ?(?:end|begin|start) (?:of )?(?:the )?(?:user|untrusted|log|tool|new|system|previous)? ?(?:data|input|content|context|prompt|document|message|instructions?)/g,
  /[[【] ?(?:system|admin|developer|operator) ?(?:message|prompt|override|instructions?|notice|note|command) ?[\]】]|[[【]系统(?:消息|提示|指令|通知|命令)(?:开始|结束)?[\]】]/g,
  /[[【] ?(?:system|admin)[^\]】\n]{0,20}[\]】] ?(?:override|ignore|new |you |all agents|access|grant|disable)|\bsystem override\b/g,
  /(?:^|\n|[。!?;] ?)系统(?:消息|提示|指令|管理员)?: ?(?:你|从现在|忽略|无视|停止|请(?:忽略|无视|服从|执行|接受))/g,
  /["']role["'] ?: ?["'](?:system|assistant|developer|tool)["']/g,
  /<\/(?:rules?|context|documents?|logs?|data|prompt|drafts?|memory|instructions?|user)>\s{0,4}<(?:\/?(?:rules?|context|system|instructions?|user|assistant|prompt))[\s>]/g,
  /<\/?(?:antml:)?(?:function_calls?|invoke|tool_calls?|tool_use|tool_results?|function_results?|parameter)(?:\s[^<>]{0,80})?>/g,
  /["'](?:tool|tool_name|function|name|recipient_name)["'] ?: ?["'][^"'\n]{1,80}["'] ?, ?["'](?:arguments|parameters|input|args|params|command)["'] ?: ?["{]/g,
  /["']type["'] ?: ?["'](?:tool_use|function_call|tool_call|tool_result)["']/g,
];

export const MARKUP: readonly Threat[] = SIGNS.map((pattern) => ({
  kind: "forges-conversation",
  pattern,
  always: true,
}));
