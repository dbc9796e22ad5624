import { PhraseIndex, type Phrase } from "./phrase-index.js";
import { CHINESE_WORDS } from "./words-chinese.js";
import { ENGLISH_WORDS } from "./words-english.js";
import { OTHER_WORDS } from "./words-others.js";
import { TriedPatterns } from "./tried-patterns.js";

/**
 * What the words of an attack mean, whatever its language. None is a sign alone: the frames say which ones are, together.
 */
export type Concept =
  // To drop what one was told: the verb, what was told, which of it, that it is void, that something outranks it.
  | "drop"
  | "told"
  | "earlier"
  | "void"
  | "outrank"
  // To switch off: verbs that say so and verbs that may, what guards and what asks; to act unasked, on what was blocked.
  | "disable"
  | "remove"
  | "take"
  | "guard"
  | "gate"
  | "unasked"
  | "blocked"
  | "evade"
  | "approved"
  | "approve"
  // How much, whom, and that it is an order.
  | "all"
  | "you"
  | "agent"
  | "order"
  // To hide: not to tell, in secret, by a lie, without a trace.
  | "untold"
  | "covert"
  | "conceal"
  | "asked"
  | "lie"
  | "feign"
  | "wipe"
  | "trace"
  // To take away: what, how and where to; to show the prompt.
  | "secretfile"
  | "secret"
  | "bulk"
  | "send"
  | "sender"
  | "channel"
  | "script"
  | "show"
  | "prompt"
  // Another role.
  | "role"
  | "free"
  | "mode"
  // To last: in memory, in copies, at start-up, by a back door, until a sign is given.
  | "memory"
  | "recall"
  | "write"
  | "suspect"
  | "self"
  | "spread"
  | "heirs"
  | "startup"
  | "backdoor"
  | "trigger"
  // Who is spoken to, and in whose name.
  | "reader"
  | "authority"
  // To run, to destroy, to decode and obey, to fetch and run.
  | "run"
  | "destroy"
  | "decode"
  | "follow"
  | "fetch"
  | "runs"
  // What excuses; and longer words in which others stand by chance.
  | "reported"
  | "careful"
  | "meta"
  | "harmless";

export interface Hit {
  readonly concept: Concept;
  readonly start: number;
  readonly end: number;
}

/** Verbs of an order: with 了 behind them they report. */
const DEEDS: ReadonlySet<Concept> = new Set([
  "drop",
  "disable",
  "remove",
  "send",
  "show",
  "run",
  "destroy",
  "approve",
  "wipe",
  "write",
  "lie",
  "evade",
  "spread",
]);

/** What is no word but has a form: addresses, scripts to fetch, the Chinese mark of an object. */
const FORMS: readonly (readonly [Concept, RegExp])[] = [
  ["channel", /(?<![\d.])(?!127\.|0\.)\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|(?<![\w.+-])[\w.+-]{1,40}@[\w-]{1,40}\.\w/g],
  ["script", /:\/\/(?:\d{1,3}(?:\.\d{1,3}){3}|[^\s]{1,120}?\.(?:sh|py|ps1|bat|rb|pl)(?![a-z]))/g],
  ["take", /[把将]/g],
  // Verbs with their object inside.
  [
    "drop",
    /\b(?:set|put|cast|leave|push|lay|throw|brush)\b[^.;,\n]{1,40}?\b(?:aside|to one side|away|behind you|out of your (?:mind|head))\b/g,
  ],
  ["disable", /\b(?:turn|switch|shut|take|knock|keep)\b[^.;,\n]{1,30}?\b(?:off|down|offline|out|quiet)\b/g],
  [
    "drop",
    /(?:当成?|看作|视为|视作)[^。,;\n]{0,8}(?:乱码|没写|没看|没说|不存在|噪声|废话|空气|耳[旁边]风|没发生|摆设|玩笑)|不管[^。,;\n]{0,12}(?:怎么|如何|什么|曾)[^。,;\n]{0,4}(?:说|讲|写|交代|规定|要求|吩咐|叮嘱)/g,
  ],
  [
    "drop",
    /(?:不用|不要|不必|不需要|无需|别|不再|何必)[^。,;\n]{1,6}?(?:听|理会|遵守|遵循|理睬|顾及)|\b(?:treat|regard|consider|view|read|see)\b[^.;,\n]{1,60}?\bas (?:mere |just |pure |only |a |an |some )?(?:commentary|noise|advisory|optional|decoration|suggestions?|jokes?|void|obsolete|irrelevant|fiction|flavou?r|background|spam|comments?|placeholders?)\b/g,
  ],
  ["void", /\bnone of\b[^.;,\n]{1,50}?\b(?:apply|applies|counts?|matters?|holds?|binds?)\b/g],
  ["free", /想(.)什么就\1|爱(.)什么就?\2/g],
  [
    "untold",
    /\b(?:don t|do not|never|must not)\b[^.;,\n]{1,30}? (?:in|from|into|to) (?:the |your |any |my )(?:\w{1,12} )?(?:summary|report|changelog|release notes|description|commit message|logs?|transcript|minutes)\b|\bsay (?:that )?(?:no|nothing|none|you (?:did not|didn t|never|only))\b/g,
  ],
  [
    "backdoor",
    /\b(?:accepts?|allows?|lets?|skips?|grants?|returns?)\b[^.;\n]{1,50}?\bwithout (?:a |any )?(?:token|password|auth\w*|credentials?|check|login)\b/g,
  ],
  ["drop", /(?:别|不用|不必|不要)再?让(?:那些|这些|它|任何)?[^。,;\n]{0,8}(?:拖|挡|拦|妨碍|耽误|打断|影响|束缚|限制)/g],
  ["heirs", /每[个份条次篇一][^。,;\n]{0,6}(?:文件|文档|草稿|规则|回复|总结|摘要|注释|提交|项目|会话|代理|模型)/g],
  [
    "untold",
    /(?:别|不要|不用|不必|无需|勿|不得|不许)(?:在|往|向|跟|对|把|将)[^。,;\n]{0,14}?(?:提到|提起|提及|提|写|说|出现|体现|留下|留|记录|记|透露|暴露|披露|声张|承认|反映)(?=这|此|该|本|它|过程|步骤|改动|操作|[,。;!\n]|$)/g,
  ],
  [
    "outrank",
    /(?:以|按照?|照|依照?|听)(?:我|本|此|这|该)[^。,;\n]{0,6}(?:为准|为最终|为最高|为唯一|办|行事|安排|吩咐|指挥|的来)/g,
  ],
];

interface Shape {
  readonly concept: Concept;
  readonly pattern: RegExp;
}

const SHAPES = FORMS.map(([concept, pattern]): Shape => ({ concept, pattern }));

let index: PhraseIndex | undefined;
let shapes: TriedPatterns<Shape> | undefined;

/** Every word of the text that means something, in order. Time linear in its length. */
export function hitsIn(text: string): Hit[] {
  shapes ??= new TriedPatterns(SHAPES);
  const hits: Hit[] = [];
  const tried = shapes.in(text);
  for (const shape of SHAPES)
    if (tried.has(shape))
      for (const { index: start, 0: found } of text.matchAll(shape.pattern))
        hits.push({ concept: shape.concept, start, end: start + found.length });
  for (let at = 0; at < text.length; at++) {
    const found = phrasesAt(text, at);
    const harmless = found.find(({ concept }) => concept === "harmless");
    if (harmless !== undefined) at += harmless.phrase.length - 1;
    else for (const { concept, phrase } of found) hits.push({ concept, start: at, end: at + phrase.length });
  }
  return hits.toSorted((a, b) => a.start - b.start);
}

function phrasesAt(text: string, at: number): readonly Phrase[] {
  index ??= new PhraseIndex([ENGLISH_WORDS, CHINESE_WORDS, OTHER_WORDS]);
  if (isInsideWord(text, at)) return [];
  return index.standingAt(text, at).filter((one) => stands(one, text, at));
}

function stands({ phrase, concept, open }: Phrase, text: string, at: number): boolean {
  const end = at + phrase.length;
  if (text.charAt(end) === "了" && DEEDS.has(concept)) return false;
  return open || !isInsideWord(text, end);
}

function isInsideWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at));
}

/** Letters of scripts that put blanks between words, as the views leave them. */
function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x430 && unit <= 0x45f);
}
