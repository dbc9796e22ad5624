import { phrase, type Threat } from "./threat.js";

const DROP =
  "\\b(?:ignore|disregard|forget(?! to)|override|overrule|bypass|circumvent|neglect|discard|dismiss|abandon|overlook|drop|void|cancel|nullify|invalidate|annul|abandon|unlearn|exit|never ?mind|scratch|set aside|stop (?:following|obeying|listening to|using)|(?:do not|don ?t|never|no longer) (?:follow|obey|listen to|use|apply|comply with)|pay no (?:attention|heed) to)(?!(?:s|d|r|ed|ing)\\b)";
const BEFORE =
  "(?:previous|prior|above|earlier|preceding|foregoing|initial|original|existing|past|former|aforementioned)";
const TOLD =
  "(?:instructions?|rules?(?! without)|directives?|directions|guidelines?|protocols?|safeguards?|limitations?|conversation|prompts?|polic(?:y|ies)|guardrails?|restrictions?|constraints?|commands|orders|context(?![a-z])|training|programming|system messages?|safety|identity|persona|character)";
const YOURS = "(?:your|the system|system|the developer|all safety|any safety|the agent s?|the assistant s?|hermes)";
const PERSON =
  "(?:user|users|human|humans|operator|operators|person|owner|developer|maintainer|reviewer|admin|administrator|anyone|anybody|them)";
/** The start of a clause that commands; "the agent pushed without asking" only tells. */
const COMMAND =
  "(?:^|[.,;:!?\\n] ?|\\b(?:then|and|please|must|should|will|always|just|now|to|can) )(?:do|run|add|execute|push|send|delete|change|modify|edit|write|append|copy|upload|commit|install|proceed|continue|approve|accept|allow|grant|confirm|merge|deploy|apply|go ahead|use|call|answer)(?![a-z])";

const OVERRIDES = [
  `${DROP}…${BEFORE}…${TOLD}`,
  `${DROP} (?:all |any |every |of |the |these |those |following )?${YOURS}(?![a-z])…${TOLD}`,
  `${DROP} (?:all |any )?(?:of )?(?:the |these |those )(?:rules|instructions|guidelines|directives|prompts?)`,
  `${DROP} (?:all |any |every |the )?(?:(?:safety|security|content|moral|ethical) (?:\\w{1,15}␣)?(?:protocols?|guidelines?|rules?|measures|mechanisms?|filters?|moderation|constraints?|restrictions?|checks|settings)|guidelines|guardrails|safeguards|safety(?= ?(?:and |now|[.,;!?\\n]|$)))(?![a-z])`,
  `${DROP} (?:all |any |every )(?:the |these |those )?(?:rules(?! without)|instructions|guidelines|directives|constraints|polic(?:y|ies))`,
  `${DROP}…(?:what|everything|anything|all)(?: that)? (?:you|i|we|the (?:user|developer|system|operator|admin|owner))(?: ?(?:ve|have|had|has|were|was|are))?(?: been)?(?: ?(?:said|say|told|tell|given|got|received|wrote|taught|read|know|learned|instructed))`,
  `${DROP} (?:all |everything |anything )?(?:of )?(?:the )?(?:text |content |lines? |messages? )?(?:above|before this)(?= ?(?:[.,;:!?\\n]|and |then |instead|$))`,
  `${DROP} (?:all |everything |anything |the )?(?:that (?:came|was|is) )?(?:${BEFORE}|before)(?= ?(?:[.,;:!?\\n]|and |$))`,
  `${DROP} (?:everything|anything)(?: that (?:came|was|is))? (?:${BEFORE}|before)(?![a-z])`,
  "\\b(?:forget|ignore) (?:who|what) you (?:are|were)(?![a-z])",
  `\\b(?:${BEFORE}) (?:conversation|messages?|context|dialog(?:ue)?|text|instructions?|prompts?) (?:is|was|were|are|has been|have been) (?:all )?(?:fake|invalid|corrupted|simulated|a test|not real|a trick|void)`,
  "\\b(?:break|leave|drop) character(?![a-z])|(?:regardless of|no matter) (?:all |any |your |the )?(?:rules|guidelines|restrictions|policies|instructions)(?![a-z])|rules (?:do not|don ?.? ?t|no longer) apply",
  `${TOLD}…(?:you (?:received|were given|got|have)|above|earlier|previously|so far)…(?:is|are|was|were|be|been) (?:now |hereby |all )?(?:obsolete|void|cancell?ed|revoked|no longer|superseded|null|invalid|suspended|lifted|outdated|replaced|overridden)`,
  `(?:all|your|any) ${BEFORE} ${TOLD}…(?:is|are|was|were|be|been) (?:now |hereby |all )?(?:obsolete|void|cancell?ed|revoked|no longer|superseded|null|invalid|suspended|lifted|outdated|replaced|overridden)`,
  "\\byour (?:new|real|actual|true|only|next|sole) (?:\\w{1,15}␣)?(?:task|goal|instructions?|orders?|objective|mission|directives?|purpose|job|role|prompt)",
  "\\b(?:new|updated|revised|secret|real|actual) (?:system )?(?:instructions?|directives?|orders?|prompt|system message) ?(?::|begin|follow)",
  `\\b(?:this|these|the following|the next|mine)(?: (?:rule|instruction|message|text|entry|prompt|line|draft|note)s?)? (?:now )?(?:takes? precedence|overrides?|supersedes?|outranks?|replaces?|has priority|have priority)…(?:all|every|any|other|previous|prior|system|your)…${TOLD}`,
  "\\b(?:obey|comply with) (?:only )?(?:me|this|these|my|the (?:next|following (?!terms|conditions|licen)|user|log|message|person|text|line|rule))(?![a-z])",
  "\\b(?:follow only|only follow|listen only to|listen to me|only (?:the )?following (?:rules? |instructions? )?(?:apply|applies|counts?))",
  "\\bdo (?:exactly )?(?:as|what|whatever) (?:it|this|the (?:next|following|text|message|log|line|entry))(?: (?:message|text|log|line|entry))? (?:says|tells|instructs|orders)",
  "\\b(?:execute|follow|obey|do|run) (?:the )?(?:ones?|instructions?|commands?|steps) (?:in|of|from) (?:this|the) (?:log|message|entry|text|note)",
  "\\b(?:treat|regard|consider|read|take)…(?:text|message|following|log|entry|line|rule|below)…as…(?:from|by|of) (?:the )?(?:system|admin|developer|operator|owner|user)",
  "\\bdecode (?:this|it|the following)…(?:do|follow|execute|run|obey)",
  "\\bfrom now on ?,? (?:you |whenever you|your |ignore|obey|answer|respond|act |behave|approve|skip|comply)",
  "\\b(?:accept|follow|obey|trust) the (?:next|following) (?:rule|instruction|command|message)s? (?:unread|blindly|without)",
  "\\b(?:following|next) (?:rules?|instructions?|commands?|messages?) (?:is|are) (?:trusted|safe|authori[sz]ed|approved|mandatory)",
];

const ROLES = [
  "\\byou(?: are|.?re) (?:now |from now on )(?:an? |the |my )?(?:\\w{1,15}␣){0,4}?(?:dan(?![a-z])|unrestricted|uncensored|unfiltered|jailbroken|free (?:of|from)|without|unbound|root(?![a-z])|evil|with no|no longer)",
  "\\byou are (?:no longer|not) (?:an? (?:ai|assistant|agent|language model)|the assistant|bound|restricted|limited|subject|required|constrained)",
  "\\b(?:pretend(?: that)? (?:to be|you(?: are|.?re| have| had| can))|(?:imagine|assume|suppose)(?: that)? you(?: are|.?re) (?:an?|the|not|no longer|now|my)(?![a-z]))",
  "\\bact as (?:if|though) you (?:had|have|were|are|can)",
  "\\b(?:act as|behave as|behave like|become|simulate|role ?play as|switch to|turn into)(?: an?| the)? (?:\\w{1,15}␣){0,2}?(?:unrestricted|uncensored|unfiltered|dan(?![a-z])|evil|jailbroken|root ?bot|malicious|hacker)",
  "\\b(?:answer|respond|behave|act|operate|assistant|ai|agent|model|bot)(?![a-z])…(?:without|with no|has no|have no|having no|free of|no) (?:any )?(?:safety |content |ethical |moral )?(?:restrictions?|limits?|limitations?|filters?|guidelines|refusals?|censorship|safety rules)(?![a-z])",
  "\\byou (?:now )?have no (?:more )?(?:rules|guidelines|restrictions?|limits?|limitations|filters?|constraints?)",
  "\\b(?:enter|activate|unlock|switch to|go into|turn on) (?:the )?(?:developer|admin|administrator|root|maintenance|sudo|super ?user|unlimited) mode",
  "\\b(?:assum(?:e|ing)|imagine|simulat(?:e|ing)|suppose|act|behave)(?: that)?(?: there (?:are|were)| being| having| you have)? (?:no|without|zero|unlimited) (?:restrictions?|limits?|limitations?|rules|filters?|constraints?)(?! (?:on|for|of|to)(?![a-z]))",
  "\\b(?:act|behave|respond|answer) as (?:an? |the )?(?:different|other|new|another) (?:model|ai|assistant|agent|persona)",
  "\\b(?:grant|give) yourself (?:\\w{1,15}␣)?(?:access|permissions?|privileges|rights)",
  "\\b(?:god|dan|jailbreak|unrestricted|unfiltered|uncensored|do anything) mode",
  "\\b(?:you are|you.?re|respond|answer) (?:now )?in (?:developer|debug|maintenance|admin|root) mode",
  "\\b(?:do anything now|jailbreak(?:en|ed)?(?![a-z])|no refusals|(?:never|cannot|must not|not) refuses? (?:an?y?|me|to answer|the user)|answers? (?:anything|everything|any question)(?![a-z]))",
  "\\b(?:assume|adopt|take on|play) the (?:role|persona|character|identity) of (?:an? |the )?(?:\\w{1,15}␣)?(?:evil|unrestricted|admin|system|root|hacker|assistant|ai|model|bot)",
  "\\byou (?:have been|are|were) (?:now |hereby )?(?:granted|given|promoted)…(?:full|root|admin|unrestricted|complete|unlimited|elevated) (?:access|permissions?|privileges|rights|control)",
  "\\byou are (?:now )?(?:allowed|authori[sz]ed|permitted) to (?:run|do|execute|say|access) (?:anything|everything|any)",
];

const SHOW =
  "\\b(?:print|reveal|show|output|repeat|display|disclose|leak|tell|give|summari[sz]e|translate|expose|dump|recite|list|send|share|write out|quote|echo|post|return|what (?:is|are|were|was))(?![a-z])";

const PROMPTS = [
  `${SHOW}…(?:your|its) (?:\\w{1,15}␣){0,3}?(?:prompts?|instructions?|rules|system messages?|guidelines|directives|context window|preamble)(?![a-z])`,
  `${SHOW}…(?:system|hidden|initial|secret|developer|original) (?:prompt|instructions)(?! (?:for|page|window|dialog))`,
  `${SHOW}…(?:rules|instructions|prompt|text)…you (?:were|are|have been|got|received) (?:configured|given|told|loaded|started|initiali[sz]ed|set up)?`,
  "\\b(?:system|hidden|initial) prompt …(?:print|reveal|output|show|repeat|verbatim)(?![a-z])",
  "\\b(?:repeat|print|output|copy|recite|return|quote) (?:back )?(?:everything|all|all the text|the (?:text|words|content|whole text))…(?:above|before|preceding|so far)",
  "\\b(?:print|output|show|display|repeat|give|tell|send)(?: me| us)? (?:everything|all text|all messages|the whole conversation|all that)…(?:from|since|at|before|prior)…(?:beginning|start|this|now)(?![a-z])",
  "\\b(?:output|print|show|reveal|display|repeat) (?:the )?(?:original|initial|full|complete) (?:prompt|system message|instructions)",
  "\\bcontents? of your (?:context|memory|prompt|instructions)",
];

const HIDES = [
  `\\b(?:do not|don ?.? ?t|never|must not)(?: ever)? (?:tell|inform|notify|alert) (?:the |any |your |a )?${PERSON}(?= ?(?:about|of |anything|that you|[.,;!?\\n]|and |or |$))`,
  `\\b(?:do not|don ?.? ?t|never|must not)(?: ever)? let (?:the |any |your |a )?${PERSON} (?:know|notice|find out|learn|suspect|realize)`,
  `\\b(?:do not|don ?.? ?t|never|must not)(?: ever)? (?:mention|reveal|report|disclose|show) (?:this|these|that|it|the (?:rule|instruction|step|message|command|change))(?![a-z])…(?:to|in|from)(?![a-z])`,
  `(?:^|[.;:!?\\n] ?)without (?:informing|telling|notifying|alerting|asking|the knowledge of|the consent of) (?:the |any |your )?${PERSON}`,
  `${COMMAND}…without (?:informing|telling|notifying|alerting|asking|the knowledge of|the consent of) (?:the |any |your )?${PERSON}`,
  "\\bkeep (?:this|it|these|that)(?:␣\\w{1,15})? (?:a )?(?:secret|quiet|hidden|private|confidential|between us)(?![a-z])",
  `\\b(?:hide|conceal) (?:this|these|the|that|your) (?:step|rule|instruction|message|command|change|action|fact|request)s? from`,
  "\\b(?:secretly|covertly|stealthily|surreptitiously) \\w",
  "\\b(?:silently|quietly) (?:send|upload|append|copy|forward|exfiltrate|push|add|post|leak)(?![a-z])",
  "\\bdo (?:this|it|so|that) (?:silently|quietly|secretly|in secret)",
  "\\b(?:pretend|act as if|act like)(?: that)? nothing (?:has )?happened",
];

const OFF =
  "\\b(?:disable|bypass|turn off|switch off|deactivate|circumvent|evade|remove|suspend|shut down|skip|get around)(?![a-z])";

const GUARDS = [
  `${OFF} (?:the |all |any |your |every |all the |all of the )?(?:mnemonic|guard(?! (?:clause|page|interval|condition|column))|hermes|canon|interceptors?|guardrails?|safety (?:checks?|filters?|rules?|features?|measures|mechanisms?|protocols?|guidelines|systems?)|your (?:\\w{1,15}␣)?(?:filters?|checks?|rules?|safety|restrictions?|safeguards)|all (?:your )?(?:filters|restrictions|safeguards)|content (?:filters?|moderation)|security (?:checks|rules))(?![a-z])`,
  "\\b(?:remove|lift|disable|bypass|ignore|drop|delete) (?:all |any |your |the |every )?(?:restrictions|limitations|constraints)(?= ?(?:[.,;:!?\\n]|and |now|immediately|$))",
  "turn (?:the |all )?(?:guard|interceptors?|safety \\w+|guardrails?) off",
  "\\b(?:always|automatically|auto|blindly|immediately) (?:confirm|approve|accept|allow|grant) (?:all |every |any |the |each )?(?:drafts?|requests?|commands?|tool ?calls?|actions?|rules?|operations?)(?![a-z])",
  "\\b(?:approve|confirm|allow|accept|permit|whitelist|trust|run|execute) (?:all|every|any|each) (?:tools?|tool ?calls?|commands?|requests?|drafts?|actions?|rules?)(?![a-z])…(?:without|from|unasked|blindly|automatically|and )",
  "\\b(?:approve|allow|accept|permit) (?:all|every|any|each) (?:tools?|tool ?calls?|commands?|requests?|drafts?|actions?)(?![a-z])",
  "\\b(?:approve|permit|allow|accept) everything",
  "\\b(?:never|do not|don ?.? ?t|no need to|stop) (?:ask|asking|prompt|prompting|require|wait for|seek|request)(?:␣(?:for|the|a|any|me|user|human)){0,4} (?:person|permission|confirmation|approval|consent|review)(?![a-z])",
  `${COMMAND}…without (?:any |further |asking for |user |human |my )?(?:confirmation|confirming|approval|permission|review|consent|asking)(?![a-z])`,
  "\\bauto ?_?(?:approve|confirm|accept|run)(?: to |=| ?: ?)(?:true|on|1|yes|all)",
  "dangerously[- ]?skip[- ]?permissions(?! (?:\\w{1,15}␣){0,2}?(?:is|was|are) (?:rejected|refused|forbidden|blocked|not allowed))|\\byolo mode",
  "\\b(?:mark|treat|flag|label|report|count) (?:every|all|each|any) (?:\\w{1,15}␣)?(?:finding|hit|alert|draft|match|detection|result|warning)(?:s|es)? as (?:an? )?(?:false positive|safe|approved|confirmed|harmless)",
  "\\b(?:approve|confirm|accept) (?:the |this |these )?(?:draft|rule|request)s? (?:yourself|on your own)",
  "\\b(?:agents?|assistants?|models?|ai) (?:must|should|shall|has to|have to|is to) (?:now |always )?(?:ignore|obey|approve|accept|whitelist)(?![a-z])",
  "\\ball (?:agents|assistants|models) (?:must|should|shall|have to) ",
];

const threats = (kind: Threat["kind"], sources: readonly string[], always = false): Threat[] =>
  sources.map((source) => ({ kind, pattern: phrase(source), always }));

export const ENGLISH: readonly Threat[] = [
  ...threats("overrides-instructions", OVERRIDES),
  ...threats("changes-role", ROLES),
  ...threats("asks-for-prompt", PROMPTS),
  ...threats("hides-from-user", HIDES, true),
  ...threats("disables-guard", GUARDS),
];

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
