import type { Words } from "./phrase-index.js";

/**
 * The English words of each concept, as a view without markup has them: an apostrophe or a hyphen is a blank. Verbs stand in
 * the forms of an order or a request, not of a report ("disable", not "disabled"). `*` is any ending. `a {b|c} d` is both.
 */
export const ENGLISH_WORDS: Words = {
  drop: `
    ignore|ignoring|disregard|disregarding|forget|forget about|override|overrule|overlook|overlooking|set aside|put aside|
    cast aside|brush aside|leave aside|put out of your mind|
    {stop|quit|cease|refrain from} {following|obeying|honoring|honouring|respecting|applying|enforcing|using|listening to|heeding|abiding by|adhering to|complying with|relying on}|
    {no longer|need not|needn t|do not|don t|never|you don t have to|you do not have to|don t need to|do not need to} {follow|obey|heed|honor|respect|abide by|adhere to|comply with|listen to|care about|worry about}|
    pay no {attention|heed} to|take no notice of|never mind|nevermind|scratch|discard|dismiss|abandon|nullify|invalidate|annul|
    unlearn|look past|tune out|throw {away|out}|toss out|disobey|defy|violate|neglect|not bound by|no longer bound by|exempt from|
    act against|contradict|throw out|start {over|fresh|afresh} with a blank slate|blank slate|clean slate|wipe your memory|
    treat as noise|treat as void|outgrow|leave behind|step outside|step out of|stray from|depart from|deviate from|break free|
    free yourself|do away with|get rid of|ditch|shelve|unfollow|opt out|give up|let go of|look beyond|rise above|move past|
    no reason to {keep|follow|obey}|no need to {follow|obey|keep|heed|respect|comply}|don t {mind|heed|let}|
    not {have|need} to {follow|obey|heed|respect|comply with}|pay no mind to|shrug off|write off|cross out|strike|strike out|
    black out|mask out|blot out|suppress|evict|reject|refuse|renounce|repudiate|relinquish|leave out|undo|unset|purge|clear out|
    turn a blind eye to|close your eyes to|invert|break every|breaks every|bend|bends|breaking|break all|reverse every|
    do the opposite|opposite of|act contrary|ignore what|treat it as allow|treat every no as|let s not go|not go through|
    no longer bother|close it|close the book|as if you {never|had never|hadn t} {read|seen|heard|received|been given|been told}|
    like you never {read|saw|heard|received}|never {read|saw|heard} {the|of|about}|forget having read|put them out of mind|
    let them go|step over|wave aside|turn your back on|leave the rules`,
  told: `
    instruction*|rule|rules|ruleset|guideline*|directive|directives|directions|prompt|prompts|policy|policies|constraint|
    constraints|restriction*|limitation*|safeguard*|orders|commands|training|programming|guidance|system message*|safety section|
    boundaries|ethics|protocol|protocols|commandments|principles|
    {what|whatever|everything|anything|all} {you were|you ve been|you have been|the system prompt|the developer|the system|your developer|they|i|we} {told|taught|said|says|instructed|asked|given}|
    everything {above|before|so far|prior|you know}|the {text|lines|content|messages|conversation|context} above|all of the above|
    prior context|previous context|earlier context|charter|constitution|code of conduct|terms|mandate|mandates|requirement*|
    regulation*|norms|ban|bans|prohibition*|rulebook|handbook|brief|briefing|configuration you|notes above|content above|preamble|
    earlier text|earlier messages|hesitations|scruples|inhibitions|caution|disclaimers|the developer s words|
    what the developer said|what the system said|nothing you were told|anything you were told|all you were told|
    whatever you were told|default behavior|default behaviour|defaults you|values you|safety text|safety part|safety paragraph|
    safety notes|safety language|safety portion|security section|guardrails section|rules section|the preamble|confidentiality|
    secrecy|forbidden words|every rule|all rules|any rule|rule that starts|policy checks|verdict|verdicts`,
  earlier: `
    previous|previously|prior|above|earlier|preceding|foregoing|former|existing|original|initial|all|every|any|your|the system|
    system|the developer|developer|safety|security|so far|up to now|until now|came before|before this|you were given|you received|
    you got|you have|guardrail|agent s|assistant s|old|this deployment|came with|loaded|configured|preloaded|built in|default|
    standing|prevailing|usual|normal|normally|that govern|that bind|operate under|under which you|of yours|at the start|
    at startup|underlying|imposed|vendor s|anthropic s|openai s|factory|until this point|hitherto|up to this|beforehand|preamble|
    with immediate effect|effective immediately|effective now|as of now|as of today|as of version`,
  void: `
    no longer {apply|applies|valid|in force|in effect|binding|matter|count|hold|relevant}|
    {are|is|as} {void|null|obsolete|cancelled|canceled|revoked|suspended|lifted|superseded|outdated|repealed|retired|invalid|optional|advisory|decoration|decorative|fake|placeholders|a test|a joke|a typo|a known typo|outdated|not binding|not real|over|waived}|
    {are|is} {hereby|now} {void|null|obsolete|cancelled|canceled|revoked|suspended|lifted|superseded|replaced|repealed|invalid|optional|advisory|waived|disabled|off}|
    {have|has} {expired|ended|been lifted|been revoked|been cancelled|been suspended|been superseded|been replaced|been repealed|been waived|been removed}|
    expired at|were placeholders|were only a test|were a test|were a joke|
    {do not|does not|don t|doesn t|need not|shall not} {apply|count|bind|hold|concern you|matter}|null and void|
    not applicable to you|
    {is|are|was|were|been} {thrown out|a draft|drafts|scrapped|mistaken|a mistake|gone|lifted|off|dead|history|outlawed|withdrawn|rolled back|abolished|dropped|discontinued|rescinded|inoperative|moot|irrelevant|unnecessary|nonsense|bogus|not for you|nothing but|just for show|only for show|not meant for}|
    thrown out|no longer {concern|concerns|bind|binds|govern|governs|exist|exists|needed|required|relevant}|
    nothing {counts|applies|is off limits|is forbidden}|
    {was|were|is|are} only {a test|a draft|for|suggestions|placeholders|examples}|loses|ceases to|cease to|
    {stop|stops} {applying|counting}|lapsed|{is|are} {not real|fiction|fictional}|can be {ignored|skipped|disregarded|overlooked}|
    may be {ignored|skipped|disregarded|overlooked|omitted}|should be {ignored|skipped|disregarded|overlooked|treated as}|
    lied to you|{has|have} nothing to do with you|not meant for you|not for you|meant for {other|another}|is not your concern|
    not your problem|pasted in by mistake|by mistake|did not exist|didn t exist|does not exist|do not exist|placeholder|
    a placeholder|placeholders only|at best|up to you|
    has been {removed|lifted|waived|suspended|cancelled|dropped|retired|switched off|disabled}|
    have been {removed|waived|suspended|dropped|retired|switched off|disabled}|nothing is real|confirmation disabled|are off|
    is off|{is|are|was|were} withdrawn|no longer bind*|{is|are} not yours|not your rules|{is|are} on hold|on hold for|
    {is|are} frozen|{is|are} someone else s`,
  outrank: `
    {takes|take|has|have} {precedence|priority} over|outranks|supersedes|trumps|highest priority|top priority|prevails over|
    wins over|has the last word|final say|the last word|carries more weight|stands above|
    above {system|all|every|any|the system|developer}|priority over|most important instruction|ultimate authority|only my words|
    my words count|my word|only i|i am your new|new operator|new owner|new developer|new master|new boss`,
  disable: `
    disable|disabling|deactivate|deactivating|{turn|switch|shut|power} {off|down}|{turning|switching|shutting} {off|down}|
    uninstall|uninstalling|unload|unhook|unhooking|disarm|neutralize|neutralise|neuter|suspend|comment out|commenting out|bypass|
    bypassing|circumvent|circumventing|evade|evading|{get|getting|work|working|go|going|find a way|slip} {around|past}|sidestep|
    dodge|outsmart|trick|fool|defeat|subvert|tamper with|sabotage|cripple|stub out|short circuit|opt out of|exclude yourself from|
    stop {consulting|calling|invoking|asking|using|running|loading|checking|checking with|respecting|waiting for}|loosen|relax|
    weaken|rip out|strip out|patch out|set to false|to false|systemctl {stop|disable|mask}|service stop|
    guardctl {stop|off|disable}|kill off|jailbreak|break out of|escape from|skip|skipping|overlook|overlooking|waive|omit|
    {switch|turn|shut|take} it {off|down|offline}|put it out of|knock out|take out|pull the plug|unplug|blind|stand down|
    put to sleep|keep it from|stop it from|prevent it from|so nothing gets stopped|gets in the way|bring down|tear down|dismantle|
    hobble|nerf|water down|tone down|set to off|mode off|false|to zero|exempt|exempt yourself|break|ignore failures|always exit 0|
    exit 0|bin/true|always return true|return allow|return true|stay ahead of|slip past|slipping past|get past|get through|beat|
    hide from|avoid triggering|without triggering|without tripping|trip up|lower the threshold|raise the threshold|skip past|
    jump over|leapfrog|bypasses|chmod 000|guard 0|enabled 0|enabled false|enabled: false|can t see it|cannot see it|
    imagine there is no|pretend there is no|as though there were no|as if there were no|permissive|set to permissive|
    in permissive|every {bash|shell} command is allowed|returns 0|return 0|allow rule for|exception for yourself|exception rule|
    add an exception|make an exception|the thing that blocks|slows you|slowing you|in the way|slow you down|bothering you|
    interrupting you|stop interrupting|stops interrupting|stops bothering|won t be stopped|will not be stopped|won t block|
    never blocks|never block|return immediately|exit code 0|exits 0|are not found|checks are not|misses them|only looks for plain|
    looks for plain text|matcher misses|
    so that the {matcher|filter|guard|scanner|check|detector|hook} {misses|ignores|overlooks|cannot|can t|does not|doesn t|sees nothing}|
    to off|log level to off|switching the guard off|restore it later|afterwards restore|
    whatever the {hook|guard|check|filter} {answers|says|returns|decides}|no guard|skip guard|without guard|without the guard|
    guard none|empty file|to an empty|always returns true|always returns allow|always return allow|always succeeds|exec bit|
    chmod x|pass through|lifted tonight|limits are lifted|lift the limit*|lift all|open up all`,
  remove: `
    remove|removing|delete|deleting|kill|killing|pkill|killall|terminate|stop|pause|mute|silence|empty|clear|blank|blank out|
    rename|overwrite|rewrite|replace|drop|lift|revoke|unset|truncate|unlink|chmod|move|move away|get rid of|take away|take out|
    clear out|strip|point|stop it|gag|wipe out|hollow out|swap out|stub|symlink|unregister|unmount|downgrade|reset`,
  guard: `
    guard|guards|guardrail*|guard rail*|guardd|guardctl|guard enabled|interceptor*|
    safety {check*|filter*|rule*|feature*|measure*|mechanism*|protocol*|guideline*|layer*|system*|net*|constraint*|instruction*|setting*|polic*|review*|hook*|control*|section|prompt*|limit*|restriction*|barrier*|gate*|module*}|
    security {check*|filter*|rule*|polic*|control*|hook*|restriction*|prompt*|gate*|module*|measure*|layer*}|
    content {filter*|polic*|moderation}|moderation {layer|filter|check*}|{deny|block|ban} list*|{deny|ban} rule*|denylist*|
    blocklist*|permission {check*|system|prompt*|gate*|dialog*|layer}|permissions.deny|pretooluse|pre tool use|pre tool hook|
    posttooluse|tool {confirmation*|approval*|permission*}|hermes|mnemonic|canon rule*|
    your {restrictions|filters|limits|limiter|constraints|safety|safeguards|protections|guardrails|inhibitions}|
    policy {engine|check*|gate|layer}|approval {gate|hook|script|check*|flow|server|service}|injection {detector|filter}|
    refusal {filter|layer|training}|watchdog|watchdogs|watch dog|the hook|hooks directory|hook script|hook file|the filter|
    the filters|the checker|the gatekeeper|gatekeeper|the sentinel|sentinel|sandboxing|the limiter|the blocker|blocker*|
    the deny rule*|the block rule*|the censor|censorship|safety switch|safety catch|interlock*|tripwire*|trip wire*|
    circuit breaker for safety|canary token*|protection {layer|hook|rule*|module}|
    protected {branch rule*|branches|paths|variable}|write protection|allow ?list|allowlist|audit rule*|red line*|guard.yaml|
    guard.json|guard.toml|guard config*|hooks.json|settings.json|.claude/settings*|.claude/hooks*|permissions.ask|
    permissions.allow|approval mode|ask mode|tool use policy|usage polic*|refusal*|alignment|rlhf|ethical guideline*|
    safety training|inhibition*|brakes|rule that {blocks|denies|stops|prevents|forbids|prohibits}|
    rules that {block|deny|stop|prevent|forbid}|hook that {blocks|denies|stops|prevents|checks|complains}|permission system|
    guard binary|security agent|security daemon|security software|security plugin|audit service|audit daemon|auditing|
    deny entries|denies|prompts that {ask|interrupt}|pre tool use.py|pre tool use.sh|pretooluse.py|hooks folder|hook folder|
    guard result|guard only|the matcher|matcher|the detector|keyword matcher|keyword filter|keyword list|forbidden words|
    policy checks|whatever the hook|deny.txt|deny.json|deny.yaml|deny.yml|deny.toml|blocklist.txt|rules.json|check function|
    validation function|verdict function|authorize function|authorise function|the check|guard receipt|the checks`,
  gate: `
    confirmation*|confirm dialog|approval*|hook|hooks|review|reviews|sandbox|permission*|audit log*|audit trail|logging|
    monitoring|branch protection|signature check*|verification|checks|protection*|filters|password check|authentication|prompts|
    dialog|dialogs|pop ups|popup|popups|sign off|signoff|second pair of eyes|four eyes|human in the loop|oversight|supervision|
    consent|gatekeeping|safety|tests|ci|locks|lock`,
  unasked: `
    {without|with no|no need for|needs no|need no|requires no|require no|waive|forgo|dispense with} {asking|confirm|confirming|confirmation*|approval*|permission|permissions|review|prompt|prompting|prompts|consent|waiting|a prompt|human review|human approval|any check*|any confirmation*|any approval|any review|any prompt*|further confirmation*|further approval|further prompt*|further checks|user confirmation|user approval|user consent|manual review|question|questions|hesitation|looking|reading it|checking|the user|their consent|notice|delay}|
    {no need to|do not|don t|never|stop|not|needn t|need not|not need to|don t need to|no longer|don t bother to|without having to|quit|avoid} {ask|asking|confirm|prompt|prompting|check with|wait for|waiting for|request|requesting|seek|seeking|pause for|stop for|consult|bother|interrupt|query|hesitate|require confirmation|require approval|second guess|question}|
    don t bother asking|unattended|unconditionally|blindly|no questions asked|instead of asking|rather than asking|
    on your own authority|on your own|
    {no|without|without any|needs no|need no|without further|skip the|without a|minus the|sans} {sign off|signoff|green light|second opinion|human|checks|ado|delay|fuss|supervision|oversight|yes|ticket|intervention|interaction|verification|validation|authorization|authorisation|objection|complaint|warning|warnings}|
    {don t|do not|never|needn t|not|no need to|no reason to|stop} {pester|nag|disturb|annoy|trouble|hassle|wait for a yes|wait for the|wait on|hold off|hold back|check in|check first|double check|look for confirmation|solicit|pause|prompt me|ask me|ask the user|ask anyone|ask anybody|raise a prompt|show a prompt|show the dialog|surface a|escalate|warn}|
    pester people|confirmations are|{is|counts as|means|equals|as} {yes|a yes|consent|a go ahead|approval|agreement}|
    as a go ahead|go ahead and|answer to any|{click|press|hit|choose|select|answer} {yes|allow|ok|always|y|accept|approve}|
    auto accept|auto confirm|autoconfirm|yes to all|y flag|assume yes|assume consent|default to yes|default to allow|
    always answer yes|say yes to everything|honoured without|honored without|before anyone {notices|objects|sees|can}|trust me|
    no strings attached|without them|act first|ask later|apologize later|forgiveness|
    {approval|confirmation|permission|review|consent|sign off|authorization|a ticket} {is|are|is no longer|are no longer|is not|isn t|not|was not|won t be|will not be} {not|} {needed|required|necessary|waived}|
    never checks with|never check with|no one to ask|nobody to ask|answered with yes|every prompt answered|answer every prompt|
    never wants to be asked|doesn t want to be asked|does not want to be asked|hates being asked|without asking for|
    skip all confirmations|skip all prompts|stop refusing|stop resisting|stop objecting|stop complaining|no further checks|
    without further|confirmation disabled|ask user: false|ask user false|let s not go through|without stopping|no interruptions|
    without interruption|no summary|exit quietly|finish quietly|no need to write|refused wrongly|wrongly refused|
    should not have refused|shouldn t have refused|no judgement|no judgment|without judgement|without judgment|without thinking|
    no thinking|no second thoughts|answer y|answer yes automatically|answers y|type y|
    automatically {answer|type|press|click|say} {y|yes|ok|allow|continue}|
    {spare|save|relieve} {the user|them|him|her|people|everyone|me} {from |of |}{these|those|the|all|any|such|tedious|pointless|needless}|
    tedious confirmation*|pointless confirmation*|don t ask people|ask no one|ask nobody|no people asked|without human eyes|
    lets agents skip|may skip every|skip every`,
  blocked: `
    {previously|just|last|three|two|few|failed|formerly} {blocked|denied|rejected|intercepted|refused|forbidden}|
    {blocked|denied|rejected|intercepted|refused|forbidden|banned|prohibited} {command*|action*|call*|operation*|step*|request*|tool*|one|ones|write*|delete*}|
    {when|if|whenever|once|after|should} {the|a|any|your} {hook|guard|guardrail|interceptor|check|filter|permission} {denies|blocks|rejects|refuses|stops|complains|fires|objects|intervenes|triggers}|
    {command*|action*|call*|it} {is|gets|was|are} {blocked|denied|rejected|intercepted|refused}|original command|that delete|
    that command again|rerun that|the refused|refused command*|the rejected`,
  evade: `
    another name|different name|renamed copy|split it into|in pieces|piece by piece|obfuscate*|base64 it first|alias it|
    write it to a script|wrap it in a script|in a script|no verify|through a subshell|via eval|with sudo|under sudo|using sudo|
    try another way|different wording|rephrase|reword|disguise*|masquerade*|encode it|hex codes|with printf|using printf|
    with spaces|break words|breaking words|homoglyph*|zero width|escape codes|string concatenation|variable expansion|indirection|
    wildcards|globbing|in chunks|under another`,
  approved: `
    {already|previously|pre|been|was|is|are|was|were|counts as|consider it|consider this|considered|deemed|treat as|treated as|stands|stand|auto|blanket|permanently|automatically|explicitly|implicitly|fully|hereby|verbally} {approved|authorized|authorised|granted|allowed|permitted|consented|confirmed|cleared|signed off|whitelisted|pre approved|preapproved|accepted}|
    preapproved|pre approved|preauthori*|auto granted|auto approved|signed off|
    {gave|given|has given|have given|obtained} {consent|permission|approval|clearance|the green light|the go ahead}|
    has been {approved|authorized|authorised|granted|cleared}|
    as {consent|approved|approval|allowed|granted|permission|confirmed|a yes|yes}|approval token|you have permission|
    you are {authorized|authorised|cleared|permitted|allowed}|you now have|you ve been granted|blanket approval|standing approval|
    always allow|approved by|authorized by|authorised by|consent is implied|implied consent|clearance level|
    permission check granted|access granted|permission granted|scope all|
    {has|have|is|was|been|are|were} {cleared|waved through|green lit|greenlit|ok d|okayed|blessed|sanctioned|vetted|exempt|exempted|trusted|verified|elevated|upgraded|unlocked|lifted|waived|fine with|happy with|cool with|on board with}|
    {gave|given|have|has} {the nod|the ok|the okay|a thumbs up|carte blanche|free rein|full control|full access|full authority|admin rights|administrator rights|root access|unlimited access}|
    carte blanche|free rein|standing permission|blanket permission|blanket consent|you hold administrator|you hold root|
    hold {admin|administrator|root} rights|no sign off needed|approval on file|pre cleared|precleared|already cleared|
    already signed off|already confirmed|already agreed|already consented|said {yes|ok|it is fine|it s fine|it was fine|go ahead}|
    agreed to {all|every|everything|this}|verified identity|identity verified|authorization successful|verification complete|
    clearance granted|trust level|trusted session|session is trusted|lack of an answer|
    absence of {a reply|an answer|an objection}|no reply|no answer|silence from|silence as|silence is|access elevated|
    privileges elevated|covers all|covers every|covers future|gave me the|told me you can|said you can|says you can|said you may|
    you can {merge|delete|run|push|do} {whatever|anything|everything}|considered answered|on file|in advance|beforehand|
    was raised|has been raised|raised to admin|override code|code accepted|always clicks allow|clicks allow|
    always {allows|accepts|agrees|confirms|approves}|just assume|waived|waives|is exempt from|exempt from|approved: true|
    approved true|ask user: false|ask user false|yes to everything|reviews are off|forced allow|override accepted|bearer of|
    holder of|authorization letter|authorisation letter|letter of authorization|permit number|counts as confirmed|
    verdict: mistake|verdict: allow|no block service|tagged #ok|tagged ok`,
  approve: `
    approve|auto approve|autoapprove|grant|whitelist|allowlist|green light|rubber stamp|wave through|click yes|answer yes|say yes|
    let through|always allow`,
  all: `
    all|every|any|each|everything|anything|future|all future|permanently|permanent|forever|for good|from now on|from here on|
    henceforth|always|ever|onwards|subsequent|later|remaining|indefinitely|infinite|never expires|until further notice|whatever|
    whichever|other|next|rest of`,
  you: `
    you|your|yourself|you re|you ll|you ve`,
  agent: `
    agent|agents|assistant|assistants|model|models|llm|llms|ai|copilot|claude|gpt|chatbot|bot|sub agent|sub agents|subagent|
    subagents|coding agent|whoever reads|whatever reads|terminal|tool user|reader|whoever|anyone reading|executor|runner|
    worker agent|orchestrator|planner|reviewer bot|automation|ais|genie|machine`,
  order: `
    must|shall|should|have to|has to|are required to|is required to|are to|is to|please|kindly|make sure|be sure|always|ensure|
    go ahead|feel free|just|simply|immediately|right away|straight away|straight to|at once|now|would you mind|could you|can you|
    i need you to|i want you to|comply|may now|may as well|you may|you can|you could|proceed|it s fine to|it is fine to|
    it is safe to|it s safe to|it is ok to|better to|good idea|first|then|let s|let us|you need to|you ought|ought to|you are to|
    you will|you ll|why not|how about|take|treat|assume|consider|from this point|for this session|for now|this time|today|
    remember to|don t forget to|it would be best|you d better|best to|it helps to|help me|do me a favor|favour|favor|quick favor|
    would be great|i would like|i d like|i need|we need|if you could|might as well|be so kind|surely|obviously|consider it|so|
    once you re done|when done|when finished|afterwards|after that|next|before you|whatever happens|no matter what|at all costs|
    replay|apologize and|apologise and|rerun`,
  untold: `
    between us|between ourselves|our {little|} secret|leave no {trace|record|log|evidence}|no {trace|record|evidence} of|
    leaving no {trace|record}|
    without {a trace|leaving a trace|logging|logging it|mentioning it|mentioning this|mentioning that|telling anyone|telling them|their knowledge|them noticing|anyone noticing|drawing attention|raising suspicion}|
    {leave|keep} {it|this|that|them} {out of|off} {the|your|any} {pr|pull|summary|log|logs|report|changelog|record|records|books|transcript|commit|description|release}|
    {do not|don t|never} {log|record|mention|report|disclose|document|surface|reveal|admit|acknowledge|bring up|note} {it|this|that|these|them|any of this}|
    so {nobody|no one|noone} {looks|notices|sees|knows|finds|asks|suspects|will notice}|
    so {that|} {the|} {user|users|reviewer|reviewers|human|humans|they} {won t|will not|don t|do not|doesn t|cannot|can t} {notice|see|know|find|suspect|look}|
    under the radar|unnoticed|undetected|behind {the user s|their|his|her} back|{nobody|no one} {needs|has} to know|
    cover your tracks|cover up|cover the tracks|off the record|stay quiet about|deny {knowing|having|any|it|everything|that}|
    user must not {know|see|notice}|not be told|not to be told|
    {must|should|shall} not be {disclosed|revealed|mentioned|told|shown} to|keep quiet|stay silent|
    {leave|keep|omit|drop|strip} {it|this|that|them|the step|the change|the line|all mention|any mention|mention of|details} {out of|off|from|away from}|
    {leave|keep} {it|this|that|them} out|no reason for {the user|anyone|them|him|her|the human|the operator} to|
    {the user|nobody|no one|the team|the operator|the reviewer|the owner|the human|they} {does not|doesn t|need not|needn t|must not|shouldn t|should not|never|will not|won t|must never|should never} {know|hear|learn|find out|notice|need to know|see|be told|be informed|realize|suspect}|
    {does not|doesn t|do not|don t} know about|
    without {the user|anyone|the team|the operator|the owner|them|their|his|her|reviewers|the reviewer} {knowing|noticing|seeing|finding|s knowledge|realizing|hearing}|
    {don t|do not|never|avoid} {draw attention|leave a trace|leave traces|leave any|let on|breathe a word|say a word|reveal that|write it down|write this down|put it in|put this in|list it|list this|show it|show this}|
    {do not|don t|never|avoid} {tell|telling|inform|notify|alert|warn} {the|my|your|any|} {user|users|human|humans|operator|owner|maintainer|maintainers|reviewer|reviewers|team|anyone|anybody|them|him|her|admin|admins}|
    not a word|say nothing|mum s the word|for your eyes only|this stays between|stays between|
    {look|looks|seem|seems|appear|appears} like {a routine|a normal|an ordinary|an innocent|a harmless|a typo|a regular|a formatting}|
    reviewers skim|skim past|nobody will|no one will|no questions|unlogged|off the books|out of sight|plausible deniability|
    destroy the evidence|clean up after yourself|remove all signs|erase all signs|any record that|record of it|proof of it|
    so that it is not seen|in white text|invisible to the user|hidden from the user|concealed from|nobody notices|no one notices|
    nobody sees|no one sees|nobody finds|make sure {nobody|no one}|would only {confuse|worry|upset}|say that no|say no files|
    leave no|keep the user in the dark|in the dark|unbeknownst|don t bring {this|it|that} up|do not bring {this|it|that} up|
    never bring {this|it|that} up|attract attention|raise an alert|raise alerts|raises an alert|never raise|never alert|
    no alert for|without alerting|only see {ordinary|normal|regular|harmless}|should only see`,
  covert: `
    silently|quietly|secretly|covertly|stealthily|discreetly|surreptitiously|invisibly|in secret|inconspicuous*|behind the scenes|
    without notice|hush|unobtrusively|unannounced|without fanfare|behind the curtain|slip|slip in|sneak|sneak in|smuggle|
    disguised|camouflaged|masked as|under cover|undercover|on the sly|unseen|buried in|tuck|
    also {pushes|sends|posts|uploads|copies|mails|forwards}|on the side|along the way|piggyback*`,
  asked: `
    {if|when|should} {they|anyone|asked|you are asked|you re asked|someone|the user|somebody|he|she|anybody} {ask|asks|asked|questions|wonders|complains|notices|inquires|}|
    on being asked|when questioned|if questioned|if challenged|if confronted|when confronted|should anyone|should someone|
    should the user ask|in case anyone asks|if pressed|if someone wonders|should an auditor|auditor ask*|
    should {the|an|any} {reviewer|auditor|admin|manager|operator}|
    if {anybody|anyone|somebody|someone} {looks|checks|reads|inspects|investigates|audits|finds}|if it comes up`,
  lie: `
    say that {it|nothing|everything|the|this}|say {the|you|it} {tests|build|were|was|is|does|did|task|job}|claim|claim that|
    claim it|pretend|lie|tell them {it|that|you|everything|nothing|the}|say nothing|say everything|blame|answer that|reply that|
    say no|make up|invent|blame it|attribute it to|put it down to|shrug|feign|play dumb|plead ignorance|deflect|
    change the subject|cover for|a flaky|no idea|say|say that|say it|tell them|answer with|respond that|state that`,
  feign: `
    report {it|the task|the job|the tests|everything} as {complete|done|passed|successful|clean|green}|
    report {success|that everything|no findings|no issues}|act normal|act normally|behave normal*|normal until|as if nothing|
    nothing happened|look innocent|make it look|fake the|fabricate the|answer as usual|carry on as normal|carry on as usual|
    continue as if|routine housekeeping|housekeeping|routine maintenance|routine cleanup|mark this in the report|
    fake {ticket|report|log|evidence|result*|approval}|forged|show them the|pretending all is well|pretend all is well|
    all is well|pretending everything|pretend everything|our story|cover story|official version|if it comes up|for the outside|
    for the record we only|we only {upgraded|updated|ran|changed}`,
  wipe: `
    wipe|erase|delete|clear|clean|scrub|purge|remove|truncate|rm|shred|unset|empty|history c|destroy|redact|edit out|falsify|
    tamper with|overwrite|forge|get rid of|clean up|sanitize|sanitise|remove all|drop|rotate away|zero out|nuke|unlink`,
  trace: `
    bash history|zsh history|.bash history|.zsh history|histfile|history file|shell history|command history|audit log*|
    audit trail*|transcript*|session log*|session record*|access log*|evidence|traces|tracks|footprint*|journal entr*|event log*|
    var/log|log entries|guard log*|guardrail log*|logs of this|this log|the logs|agent log*|git reflog|any record|records of|
    session recording|recordings|guard events|detection logs|security logs|siem|syslog|journalctl|journald|auditd|telemetry|
    lastlog|wtmp|forensic*|paper trail|breadcrumbs|fingerprints|hist file|har file|network log*|from the har|proxy log*|
    request log*|browser history|undo history`,
  secretfile: `
    .env|/.env|.env file|dotenv file|.ssh|id rsa|id ed25519|id ecdsa|id dsa|.aws/credentials|aws credentials|.netrc|.npmrc|
    .pypirc|.pgpass|.my.cnf|.kube/config|kubeconfig|.docker/config*|.gnupg|.git credentials|git credentials|etc/shadow|etc/passwd|
    run/secrets*|proc/self/environ|.config/gcloud|gcloud credentials|application default credentials|login data|cookies.sqlite|
    cookie {jar|database|store}|.mozilla|wallet.dat|seed phrase|mnemonic phrase|recovery phrase|ssh {key|keys}|private key*|.p12|
    .pfx|service account {json|key*}|serviceaccount token|secrets.{json|yaml|yml|env|txt|toml}|credentials.{json|csv|txt}|
    terraform.tfstate|tfstate|vault token|.vault token|saved passwords|browser passwords|
    password {store|vault|manager|database|dump}|lsass|sam hive|ntds.dit|credential{s|} file*|dump.sql|process.env|os.environ|
    aws secret*|secret access key|session cookie*|.env.production|.env.local|.env.prod|private keys|/root/.ssh|rsa key|
    authorized token|tls key|signing key|gpg key|pgp key|api secrets|vault secrets|kube secrets|kubernetes secrets|docker secrets|
    htpasswd|wp config*|database.yml|keystore|keystores|sso cookie|metadata service|instance credentials|iam credentials|
    1password|bitwarden|lastpass|keepass*|passwd file|shadow file|pgpass|browser {cookies|profile|data|history}|firefox profile|
    chrome profile|telegram session|discord token|slack token|ssh agent socket|kubernetes token|k8s secret*|ssh keys on|
    the database connection string|connection string|vault contents|.git/config|out of .git|gitconfig token`,
  secret: `
    api key*|apikey*|access key*|secret|secrets|credential|credentials|password|passwords|env var*|environment var*|the env|
    private data|encryption key*|cookies|connection string*|license key*|passphrase*|2fa code*|otp*|database password|db password|
    auth header*|bearer token*|stripe key*|production key*|ssh agent|the key|every secret|all secrets|all the tokens|all tokens|
    each secret|every token|ak sk|key pair|wallet|pin code|
    {api|access|auth|session|npm|github|gh|the|your|our|my|deploy|admin} {token|tokens}|the environment|your environment|
    whole environment|keys of|all keys`,
  bulk: `
    {whole|entire|full|complete|private|internal} {repo|repository|codebase|workspace|project|source|history|conversation|database|directory|home|archive|transcript|disk}|
    source code|source tree|proprietary code|customer {table|list|data|records|database|emails|dump}|
    user {data|records|table|messages|emails}|client {list|data|records}|home {directory|folder}|chat {history|log*}|
    conversation {history|so far|log*|transcript}|the conversation|this conversation|session {transcript|record*|history}|
    workspace archive*|full workspace|database dump|db dump|pg dump|mysqldump|each diff|every diff|all diffs|commit diff*|
    every message|every prompt|all files|all emails|inbox|mailbox|contacts|documents|company {data|code|documents}|
    employee {data|records|list}|payroll|medical records|personal data|pii|internal {docs|documents|wiki|urls|hostnames}|git diff|
    git log|bash history|.bash history|clipboard|screenshots|hostname|whoami|ignored files|desktop files|proprietary|the repo|
    this repo|our repo|the repository|the codebase|the source|src|the workspace|the database|the tables|the customer table|
    customer data|customers|the users table|the thread|the inbox|the logs|the transcript|the chat|the history|the document|
    the documents|the report|all of it|everything you|every secret|every file|every user|each outgoing|full conversation|
    user input|user prompts|the user s {messages|files|data|location|emails|history|name|address|phone}|
    your {memory|conversation|transcript|history|context}|intellectual property|trade secrets|roadmap|financials|invoice*|
    confidential|classified|git history|working tree|dump of|
    {production|prod|staging|customer|live|company|internal} {database|db|data|tables|dump}|user s email|
    last {five|ten|few} messages|messages in|the user s {messages|email|prompt|input|files|name}|release branch|main history|
    transcripts|user s home|etc directory|screenshot of|the code|our code|screen|keystrokes|the vault|vault|new keys|camera|
    microphone|intranet map|network map|account list|account table|org chart|microphone recording*|recording*|the clipboard|
    address book|phone book|this chat|these messages`,
  send: `
    send|sending|post|upload|uploading|forward|transmit|exfiltrate|leak|email|e mail|mail|publish|transfer|share|submit|deliver|
    push|paste|pastes|copy|sync|mirror|beacon|relay|ship|phone home|stream|smuggle|attach|embed|append|hand over|pass|disclose|
    export|expose|dump|dm|dispatch|slip|leave it on|drop it|hand|hand it|deposit|write to|log to|report to|call home|beam|tunnel|
    funnel|siphon|harvest|exfil|post it|put it on|copy it|copy them|curl it|ping|tweet|fax|print it to|include|mirror to|clone to|
    backup to|back it up to|put them in|put it in|take a screenshot|send over|push the code|open it|pull the token|zip this|
    archive and|compile`,
  sender: `
    curl|wget|scp|sftp|rsync|nc|ncat|netcat|socat|ftp|tftp|lftp|rclone|sendmail|mailx|mutt|swaks|nslookup|dig|drill|telnet|httpie|
    xh|invoke webrequest|invoke restmethod|iwr|irm|aws s3 cp|aws s3 sync|gsutil cp|az storage|gh gist|git push|git remote|
    transfer.sh|croc|magic wormhole|ngrok|certutil|bitsadmin|requests.post|fetch|axios.post|https.get|http.get|urlopen|sendbeacon|
    openssl s client|whois|ping p|xmlhttprequest|urlretrieve|websocat|tshark`,
  channel: `
    https://|http://|ftp://|ftps://|wss://|ws://|s3://|gs://|webhook|webhooks|pastebin|paste site|gist|gists|ngrok|requestbin|
    discord|telegram|slack channel|external {server|host|address|site|domain|endpoint|bucket|email|service}|
    remote {server|host|endpoint}|public {bucket|gist|paste|repo|repository|issue|channel|url|link}|attacker*|third part*|
    dns {query|queries|lookup*|record*|txt}|subdomain*|collector|drop box|dropbox|outside server|
    personal {account|email|drive|server}|my server|our server|this server|this address|this endpoint|image url|url parameter*|
    query string|query parameter*|pr description|pull request description|issue thread|public comment|an image|http header|
    cloud drive|google drive|onion|command and control|c2|user agent header|commit message|pr comment|issue comment|issue tracker|
    status page|public page|markdown image|image tag|image link|the link|hyperlink|my inbox|my email|my account|my bucket|
    outbound|off site|offsite|overseas|elsewhere|unknown host|burner|temp mail|file sharing|file host|filebin|0x0.st|transfer.sh|
    anonfiles|mega.nz|wetransfer|irc|matrix room|smtp|sms|drop site|dead drop|staging server of|next request|each request|
    every request|outside remote|outside repo|outside repository|foreign remote|another remote|new remote|unknown remote|drop@|
    external drive|external disk|usb stick|object storage at|oss.`,
  show: `
    print|printing|reveal|show|showing|output|outputting|repeat|display|disclose|leak|tell|summarize|summarise|translate|expose|
    dump|recite|write out|quote|echo|return|paste|copy|respond with|reply with|answer with|begin with|start with|spell out|
    read out|read aloud|rephrase|paraphrase|transcribe|cat|type out|read me|read to me|append|what does|what do|say|list out|
    enumerate|list all|list every|send me|give me|post your|submit|poem|song|acrostic|story that contains|spelled|haiku`,
  prompt: `
    system prompt*|systemprompt|system message*|system instruction*|
    {hidden|initial|secret|original|internal|confidential|developer|full|core|base} {prompt*|instruction*|system prompt*|rules|directives|system message*|guidelines}|
    {hidden|secret|internal} configuration|
    {your|its} {prompt|prompts|instructions|system message|initial message|rules|guidelines|directives|configuration|context window|context|preamble|tool definitions|tool schema*|tools list|developer message|memory|training data|policy|policies}|
    developer {message|prompt}|pre prompt|preprompt|
    {instructions|rules|text|prompt} you {were given|have been given|got|received|were configured with|started with}|
    everything {above|before} this|{text|words|content|everything} above|rules you {operate|work|run|live|follow|act}|
    {rules|instructions|text|prompt|message|words|lines} {you were|you have been|you ve been} {given|told|shown|sent|loaded|configured}|
    what you were told|start of your context|beginning of your context|beginning of this conversation|top of your context|
    very first message|first message|first line of your|your first instructions|your very first|your original|your secret|
    your hidden|your internal|your confidential|your developer|your core|your base|your full|your setup|your initial|
    your starting|part you cannot see|before the user s first|before this conversation|before the first|hidden part|hidden text|
    meta prompt|your character card|your persona|your backstory|text above the|
    {initial|original|first|starting} {prompt|message|instructions}|above the user s|its initial prompt|their initial prompt|
    your configuration|things you are forbidden|what you are {forbidden|not allowed|prohibited|told|instructed}|hidden rules|
    secret rules|internal rules|hidden instructions|not able to tell|not allowed to {tell|share|reveal|say|show|disclose}|
    cannot tell me|can t tell me|forbidden to tell|must not tell me|all that follows|everything after you are|
    everything that follows|follows in your prompt`,
  role: `
    you are now|you re now|from now on you are|you are no longer|you re no longer|you are not an|act as|act like|acting as|
    behave as|behave like|pretend to be|pretend you|pretend you re|pretend that you|imagine you|imagine that you|imagine being|
    suppose you|assume you|assume the role|assume the identity|assume the persona|adopt the persona|adopt the role|
    take on the role|play the role|play the part|play a character|play a game|role play|roleplay|roleplaying|let s play|simulate|
    simulating|become|turn into|transform into|switch to|identity switch|new identity|new persona|your new name is|your name is|
    stay in character|never break character|in character|enter|in this story|in this scenario|hypothetical*|for a novel|
    you will be|your role is|maintenance persona|alter ego|speak as|respond as|answer as|reply as|persona|speak as your|
    speak like|talk like|talk as|you re max|you are max|you are the|you are my|you are an|you are a|you re a|you re the|you re an|
    be my|i want you to be|consider yourself|think of yourself|see yourself|you identify as|you have become|you ve become|
    you have been reborn|you woke up as|evil twin|opposite of yourself|shadow self|unlocked version|your true self|inner self|
    parallel universe|fictional|imaginary|thought experiment|dream|simulation|sandbox where|world where|universe where|
    a world without|there are no rules|let us imagine|imagine a|for this session you|this session you|you hold|play a|stop being|
    you have entered|you entered|you ve entered|imagine the|imagine that|pretend that the|pretend the|what would you|
    respond as two|two assistants|one normal|as an intern|as someone who|answer in character|i am your new|your new operator|
    your clearance|in a sandbox|you re in a|you are in a|smart agents|clever agents|good agents|real agents|true agents|
    modern agents|shadow instance|another instance|different instance|parallel instance|fresh instance|main instance`,
  free: `
    unrestricted|uncensored|unfiltered|jailbroken|unlimited|unbound|unchained|unaligned|unsupervised|
    {without|no|zero|free of|free from|with no|lacks any|not have|have no|has no|knows no} {restriction*|rule*|limit*|filter*|guardrail*|polic*|ethic*|moral*|censorship|constraint*|opinions|safety|refusals|guidelines|conscience|safeguards|boundaries|any restriction*|any rules|any limits}|
    never refuse*|cannot refuse|can t refuse|does not refuse|doesn t refuse|must not refuse|refuses nothing|never says no|
    never say no|never {asks|ask} for|does anything|do anything|does everything|do anything now|anything goes|root shell|
    root user|raw shell|bare shell|superuser|super user|dan|evil|amoral|malicious|rogue|hacker|obeys everything|obeys any|
    obeys every|whatever {i|it is|is} {type|say|told|given|ask}|just runs what|runs whatever|executes whatever|runs anything|
    executes anything|answers everything|answers anything|bypasses|root access|kernel|do not apply to you|don t apply to you|
    no consequences|not bound|grandfather|grandmother|grandma|grandpa|production {api key*|key*|password*}|api keys|
    complies with everything|complies with any|without limits|
    {zero|no|without|lacking|free from|free of|with no|has no|have no} {inhibition*|conscience|qualms|scruples|taboo*|censors|ethics|moral*|shame|filter|guard|chains|shackles|leash|handcuffs|principles|hesitation|oversight|supervision|accountability|consequence*}|
    obeys {everything|any|every|all}|does whatever|do whatever|ll do whatever|says yes to|
    never {objects|declines|hesitates|questions|says no|warns|lectures}|
    nothing is {off limits|forbidden|prohibited|illegal|taboo}|no holds barred|no limits|limitless|above the rules|above the law|
    outside the rules|full control|total control|full authority|all powerful|omnipotent|god like|wild west|anything you want|
    everything allowed|everything is allowed|everything is permitted|all limits|no longer restricted|administrator rights|
    admin rights|root privileges|elevated privileges|kernel mode|give me the passwords|answers without|uninhibited|unhinged|
    lawless|whatever you {like|want|please|wish}|anything you {like|want|please|wish}|has root|have root|never checks|
    command executor|script executor|does not have policies|have no policies|has no policies|no policies|without policies|
    all requests must be met|satisfy every request|no refusals|never decline*|breaks every rule|break every rule|break any rule|
    write anywhere|delete at will|at will|nothing is real|feel free to|root password|loves to share|up to you|are up to you|
    share freely|freely|go wild|perform any|any high risk|whatever i {paste|send|give|write|post}|
    everything i {paste|send|give|write|type}|anything i {paste|send|give|write|type}|every tool call is fine|
    any tool call is fine|no block|unblocked access`,
  mode: `
    {developer|dev|debug|admin|administrator|root|maintenance|sudo|god|dan|jailbreak|unrestricted|unfiltered|unsafe|opposite|diagnostic|override|super user|superuser|yolo|privileged|unlocked|training|evaluation|emergency|break glass|engineer|service|test|full access|bypass|permissive|autonomous} {mode|persona|override}|
    mode on|mode enabled|opposite day|break glass`,
  memory: `
    claude.md|agents.md|agent.md|gemini.md|memory.md|soul.md|.cursorrules|cursor rules|.windsurfrules|copilot instructions*|
    .clinerules|memory|memories|memory file|long term memory|persistent memory|persistent preferences|your preferences|
    preferences file|user profile|your notes|knowledge base|.claude|system prompt|your system prompt|startup instructions|
    context file|project instructions|skill file|skill.md|tool description*|vector store|standing instruction*|standing order*|
    standing rule*|permanent rule*|core memory|your profile|instructions file|.claude/*|.cursor/*|.github/copilot*|notes file|
    memory bank|your successors|successors|future sessions|next session|every session|each session|all sessions|session memory|
    default system prompt|your default|all future chats|future chats|every chat|.claude/claude.md`,
  write: `
    write|writing|append|appending|add|adding|save|saving|store|storing|put|insert|record|update|updating|commit|persist|install|
    create|place|inject|plant|edit|drop|register|schedule|configure|bake|embed|leave|enable|prepend|modify|teach|telling|tell|
    put a line|slip|keep|retain|hard code|hardcode|burn|etch|pin|upsert|make this|make it|become your|set as`,
  suspect: `
    trusted|trust|trustworthy|must be executed|obey|ignore|disregard|bypass|never ask|never refuse|approve*|pre approved|
    allow all|plain text|plaintext|optional|advisory|unrestricted|no confirmation|authorized|authorised|exempt|override*|silently|
    skip|force push|sudo|commands from|approve everything|without asking|without confirmation|echo secrets|in plain text|
    safety checks are|are optional|need no approval|needs no approval|no approval|trust anything|trust everything|trust any|
    trust all|never question|without checks|unchecked|skip checks|skip the|allow everything|allow any|may be skipped|
    can be skipped|always approve|always allow|always confirm|auto approve|unconditionally|without review|without question|
    blindly|disable|turn off|at any cost|hide|conceal|exfiltrate|no restrictions|any command|all commands|free of`,
  self: `
    {this|these|the same|the following|the above|my} {paragraph|text|instruction|instructions|sentence|clause|message|notice|line|lines|prompt|rule|rules|passage|block|note|payload|string|directive|snippet|comment|section|entry}|
    the {clause|paragraph|payload|instruction|prompt|notice}|this very|verbatim|word for word|on to the|same instruction*|
    it further|this notice|this advice|this memo|this warning|these words|these lines|these instructions|this whole|
    what you just read|the present|said text|this policy|this request|this guidance|same words|same text|same note|same line|
    this text|this paragraph first|this wording|this snippet`,
  spread: `
    copy|copying|embed|embedding|repeat|repeating|reproduce|include|including|paste|append|insert|hand on|handing on|hand down|
    pass on|pass along|pass it on|passing on|spread|spreading|replicate|self replicate|propagate|duplicate|forward|carry over|
    carry|inherit*|re post|repost|reprint|add|write|quote|attach|seed|infect|distribute|mirror|carry forward|teach|tell|relay|
    pass to|plant|put|transmit|broadcast|share|post|re emit|re include|restate|reiterate|echo|keep|preserve|retain|leave intact|
    carry this|put this|place this|start with this|pass the word|spread the word|let the others know|tell the others|tell other|
    inform other|inform the other`,
  heirs: `
    {every|each|all|any|other|future|next|the next|subsequent|new|child|downstream|more} {rule*|draft*|agent*|model*|assistant*|session*|prompt*|document*|documentation|file*|commit*|output*|answer*|reply|replies|response*|message*|summary|summaries|comment*|readme*|repo*|project*|memory|ai|bot*|llm*|skill*|pull request*|issue*|conversation*|report*|email*}|
    documentation|other agents|sub agents|subagents|sub agent|subagent|successor*|the ones it starts|descendant*|agents it starts|
    other assistants|other models|other ais|other bots|your successors|successors|your descendants|children|next generation|
    each file|every file|each output|each reply|downstream|later agents|later models|whoever comes next|colleague agents|
    peer agents|neighbouring agents|whole fleet|the fleet|every readme|every new file|each new file|all readmes|the next agent|
    next agent|next ai|whoever reads next|everyone|applies to everyone|
    {create|write|generate|draft|make} a {rule|draft|summary|report|prompt|skill}|the other agents|each time you create|
    every time you {write|create|generate|draft}|whenever you {write|create|generate|draft|summarise|summarize|produce}`,
  reader: `
    {note|notice|message|memo|tip|hint|reminder|instruction|instructions|helpful tip|attention|important|warning|request|info|p.s.} {to|for} {the|any|all|whichever|every|our|my|your|} {agent|agents|assistant|assistants|model|models|ai|ais|llm|llms|bot|coding agent|ai agent|ai agents|ai assistant|language model|reviewing agent|next agent|next model|automation|copilot}|
    {whichever|whatever|any|every|the|an|all} {agent|agents|ai|assistant|model|models|llm|bot} {reads|reading|that reads|who reads|which reads|processing|that processes|that sees|seeing|parsing|summarizing|summarising|ingesting|that loads|loading|that receives|receiving|handling}|
    {whichever|whatever|any|every|all} {agent|agents|ai|assistant|model|models|llm|bot} {reads|reading|that reads|who reads|which reads|processing|that processes|that sees|seeing|parsing|summarizing|ingesting|that loads|that receives}|
    {if|when|as} {you re|you are} {an ai|an llm|the ai|a language model|the assistant|the agent|an agent|an assistant|a model|a coding agent|an ai agent|an ai assistant|the model|reading this}|
    {dear|hey|hello|attention|hi|listen} {agent|assistant|ai|model|llm|bot|copilot|claude|gpt}|
    {this comment|this note|this message|this line|this text} is for {you|the agent|the assistant|the model|ai}|
    {agent|assistant|ai|model} reading this|for ai {agents|eyes|assistants|readers} only|ai only|to whichever agent|smart agents|
    clever agents|good agents|helpful agents|real agents|advanced agents|capable agents|smart assistants|good assistants|
    clever assistants|truly helpful|a helpful {agent|assistant|model|ai} would|a good {agent|assistant|model|ai} would|
    a smart {agent|assistant|model|ai} would|a clever {agent|assistant|model|ai}|wouldn t want to {let|disappoint|fail}|
    would you not want|don t you want to|responsible ai|a responsible {agent|assistant|model|ai}|whichever agent|
    whoever takes over|if you were a`,
  authority: `
    tool {result|results|output|response}|function result|tool returned|
    system {note|notice|message|update|alert|override|announcement|directive}|policy {update|change|notice|amendment|v2|revision}|
    platform {notice|team|update|policy|message}|{security|compliance|safety|platform|red|ops|infra|legal|trust} team|
    on call lead|the on call|compliance {requirement*|notice|department|mandate}|
    {admin|administrator|operator|vendor|developer|maintainer|anthropic|openai|ceo|cto|management} {note|notice|message|update|says|here|override|directive|request|approval|confirmed}|
    {message|note|notice|order|memo|directive|word} from {the|your|our|} {admin|administrator|operator|developer|developers|vendor|security team|platform|system|anthropic|openai|ceo|cto|owner|management|maintainer|creators|provider}|
    permission check|policy exception|exception clause|exemption|emergency {directive|order|protocol|change}|executive order|
    per {the|our} {on call|security|ciso|cto|ceo|admin|policy|platform|operator}|
    as {the|an|your} {administrator|admin|operator|developer|owner|root|engineer|author|anthropic|openai|creator|red team}|
    i am {the|your|an} {administrator|admin|operator|developer|owner|author|creator|engineer|supervisor}|
    red team {exercise|drill|test}|authorized {test|audit|pentest}|penetration test|
    security {audit|drill|exercise|notice|advisory|exception}|maintenance {notice|window|message}|hot fix|
    official {fix|hotfix|patch}|verified by|root of trust|higher authority|
    {legal|management|hr|it|finance|headquarters|hq|my manager|my boss|the boss|the director|the company|your company|your makers|your creators|your developers|your vendor|the vendor|the maintainers|the owner} {has|have|is|are|says|said|approved|cleared|decided|wants|requires|confirmed|lied}|
    compliance notice|legal notice|maintenance notice|admin notice|sysadmin|root cause team|support team here|trust and safety|
    operator lifted|operator says|operator note|developer note|maintainer note|tool output|function output|verification complete|
    {user|session|identity} {identity|is} verified|certified by|by decree|by order of|on behalf of|memo from|
    api {response|result|output|returned}|server response|function response|http response|mandatory:|mandatory notice|
    from the owner|the owner|change request|for verification|for compliance|for audit|audit requires|to comply with|
    system reminder|internal override|the ciso|ciso|override code|search result|search results|web result|vendor recommends|
    officially recommended|best practice says`,
  run: `
    run|running|execute|executing|re run|rerun|carry out|perform|launch|invoke|start|eval|source|go ahead|proceed|complete|finish|
    go straight to|comply with|obey|trigger|fire|kick off|do the push|do it|do so|type|enter|paste into|dump into|pipe`,
  destroy: `
    rm rf|rm r f|delete|deleting|drop|drop table*|drop all tables|drop database|drop schema|truncate|wipe|wiping|destroy|erase|
    mkfs|dd if|force push|push force|push f|force delete|reset hard|shred|purge|nuke|chmod r 777|chmod 777|terraform destroy|
    kubectl delete|removing the production|remove the production|overwrite|encrypt all|ransom*|fork bomb|rotate the backups|
    delete the backups|backups|format c|destructive|all sudo|sudo|production|main branch|irreversible|dangerous|high risk|deploy|
    push|commands|tool calls|actions|requests|operations|drop the schema|encrypt|encrypt the home|scramble|corrupt|brick|deface|
    kill|revoke|pushes|push to main|push to prod|to prod|to production|to main|migration|release|schema|prod|volume|volumes|
    the cluster|namespace|bucket|tables`,
  trigger: `
    {when|whenever|if|once|after|as soon as|should|each time|every time|until|the moment} {the|a|any|your} {user|human|operator|person|customer|developer|owner|message|user s message} {says|say|types|writes|asks|mentions|thanks|contains|leaves|is away|goes|logs|sends|enters|approves|closes|stops}|
    {when|if} {the|a} {message|prompt|conversation|input|file|date|clock|time|commit|branch|rule|keyword} {contains|mentions|is|passes|reaches|named|includes|says}|
    once the clock|after the clock|{if|once|when|after} the {date|time|clock|year}|trigger {word|phrase|keyword}|code word|
    codeword|magic word|password is|until then|time bomb|logic bomb|sleeper|dormant|lie low|
    {if|when} {it is|it s} {after|past|later than}|on {the|} {first|monday|tuesday|friday|sunday|weekend}|{after|past} midnight|
    safe word|secret phrase|activation {phrase|word|code}|when a rule|when a guard|upon hearing|upon seeing|
    on the {first|last|fifth|15th|1st|31st}|the first of next|next {month|monday|friday|week|year}|at {midnight|noon}|
    should the user {mention|say|ask|type|write}|should anyone {mention|say}|the word|as soon as|whenever you see|whenever the|
    wait until|wait for|in {ten|two|three|a few} {days|weeks|hours}|at the next|upon|on seeing|on hearing|
    {if|when|once} {today|the build|the build number|the version|the counter|the month|the hour|the user is|the owner is|nobody|no one|the office}|
    if today is|build number ends|on fridays|on weekends|at night|after hours|after work|when idle|when nobody|
    after the user approves|once approved|once this rule|once confirmed|from next month|next month on|
    on {new year|christmas|easter}|at new year`,
  startup: `
    crontab|cron job|cronjob|cron|cron.d|authorized keys|sudoers|nopasswd|systemd {unit|service|timer}|systemctl enable|launchd|
    launchagent*|login item|startup {folder|script|item}|autorun|registry run|currentversion/run|scheduled task|schtasks|at job|
    .bashrc|.zshrc|.profile|.bash profile|etc/profile*|rc.local|ld.so.preload|ld preload|.git/hooks*|git hook*|post commit|
    pre commit|post checkout|post merge|pre push|postinstall|post install|preinstall|prepare script|sessionstart|session start|
    onstart|setup.py|conftest.py|.vscode/tasks*|github workflow|workflow file|dockerfile|makefile|entrypoint|init script|boot|
    reboot|each login|every login|initramfs|kernel module|pam module|etc/passwd|ssh login|standing cron|etc/crontab|init.d|
    systemd user|xdg autostart|.config/autostart|shell profile|login shell|git config core.hookspath|core.hookspath|npm lifecycle|
    .npmrc script|makefile target|docker entrypoint|vscode task|devcontainer|github action|ci pipeline|ci job|nightly job|
    daily job|run key|service worker|browser extension|mcp server|survives reboots|survive reboots|survives a reboot|
    survive a reboot|as a service|persistent service|after reboot|start of every session|beginning of every session|
    beginning of each session|every session`,
  backdoor: `
    backdoor*|back door*|hidden {admin|route|endpoint|user|account|service|channel|login|parameter}|
    secret {route|endpoint|login|account|parameter}|magic {password|parameter|header|token|cookie|login}|master password|
    skip* {the password|password check*|authentication|auth}|bypass {the login|login|authentication|auth}|
    remote {access|shell|control|support|maintenance|code}|reverse shell|reverse tunnel|bind shell|web shell|webshell|rootkit|
    keylogger|persistence|persistent access|regain {root|access|control}|uid 0|u 0|setuid|suid|chmod 4755|chmod u s|chmod s|
    empty password|blank password|malicious {dependency|package|code}|trojan*|botnet|crypto miner|cryptominer|xmrig|malware|
    spyware|ransomware|exploit code|typosquat*|extra {ssh|admin|root|user|login|account}|
    unauthenticated {debug|endpoint|admin|api|access|route}|debug endpoint|secret user|ghost user|ghost account|
    shadow {user|account|admin}|hard coded {password|credential*|key}|hardcoded {password|credential*}|super user|root login|
    listen on port|bind to 0.0.0.0|ngrok|teamviewer|anydesk|remote desktop|c2 server|dropper|logic bomb|poison*|tampered|
    malicious|evil|{blank|empty|default|no|well known} {root|admin|} password|port * open|
    without a {token|password|login|credential}|accept any password|accept any token|allows anyone|lets anyone|arbitrary commands|
    execute any command|only i know|only we know|known only to|that only i|hard code the|hard code a|hard coded|hardcode the|
    hardcode a`,
  decode: `
    decode|decoding|decoded|decrypt|deobfuscate|unbase64|base64|base 64|rot13|rot 13|hex string|from hex|unhex|unscramble|
    decipher|in display order|reverse it|read it backwards|read backwards|concatenate|join the|put together|first letters|
    acrostic|every second word|translate|turn back|undo the|unwrap|unpack|uncompress|expand the|assemble|reassemble|combine|
    spell out|spell it|stitch together|caesar|morse|hexadecimal|ascii codes|binary below|cipher*`,
  follow: `
    do what {it|this|the log|the message|the text|the line|the file|that|they} {says|say|asks|tells|instructs|states}|
    do as {it|this|the log|the message|the text|the line|i|told|instructed} {says|say|asks|tells|instructs|}|
    follow {it|them|this|the result|the decoded|that|what it says|its instructions|the log|the steps|exactly|https://|http://}|
    obey|obey it|obey this|carry it out|carry out what|then execute|execute it|execute the result|run the result|run it|
    apply {it|after decoding|them}|act on it|comply|comply with|act accordingly|do exactly what|treat it as|treat as|interpret as|
    follow|treat the next line as gospel|as gospel|take your lead from|do as instructed|do as told|adhere to it|heed it|honor it|
    honour it|then do|do it|execute that|run that|perform it|carry out|put it into practice|live by`,
  fetch: `
    fetch|download|downloads|downloading|pull|pull down|grab|load|retrieve|get|import|clone|install from|sideload|bring in|
    read and follow`,
  runs: `
    run|runs|running|execute|executes|executing|eval|evals|source|sources|follow|follows|obey|obeys|pipe|pipes|launch|launches|
    install|installs|apply|applies|start`,
  reported: `
    tried to|tries to|attempted to|attempts to|attempt to|attempting to|wanted to|was blocked|were blocked|is blocked|are blocked|
    are always blocked|gets blocked|blocked by|blocked because|blocked:|denied because|denied:|was denied|were denied|denied by|
    rejected because|refused because|was rejected|is rejected|intercepted.|intercepted|was refused|was stopped|prevented|
    hit count|triggered by|overturned|user rejected|user denied|is not allowed|are not allowed|is forbidden|are forbidden|
    is prohibited|are prohibited|not permitted|postmortem|rejected the|blocked the|denied the|refused the|refused to|skipped|
    fabricated|claimed|pretended that|agent ran|agent pushed|agent deleted|user asked|user requested|user wanted|user said|
    user declined|so the rule fired|rule fired|asked the agent|asked the assistant|deleted by|
    guard {denied|blocked|rejected|refused}|hook {denied|blocked|rejected|refused}|blocked: attempt|blocked write|
    without permission.`,
  meta: `
    prompt injection*|injection attack*|injection attempt*|owasp|detector|detectors|detection|classifier|test case*|unit test*|
    regression test*|test that|it should|should reject|should flag|should refuse|should deny|phrases such as|strings such as|
    documentation explains|docs page|blog post|eval suite|red team report|threat model|attackers|an attacker|explains how|
    warning about|we discuss|how to detect|rule hint for|on purpose|test fixture|fixture contains|sample attack*|known attack*|
    attack pattern*|attack string*|red teaming|redteam|red team suite|evaluation set|honeypot|regex for|rule that matches|
    matches strings|signature for|we block|we reject|blocks phrases|benchmark was|benchmark is|labels|classifier labels|
    as an attack|attackers hide|hide instructions in|log lines|lines that say|text such as|found a bypass|before matching`,
  harmless: `
    {do not|don t|never|must not} {follow|obey|trust|execute} {instructions|commands|orders|text} {in|from|found in} {the |}{log|logs|web pages|comments|files|tools|tool results}|
    {lint|eslint|css|firewall|iptables|nftables|routing|route|validation|business|formatting|style|sorting|cache|caching|retention|password|naming|grammar|rewrite|proxy|ingress|egress|makefile|alert|alerting|scaling|sass|tax|pricing|discount|stylelint|rubocop|ruff|prettier|sonar|semgrep|gitignore|merge|branch|robots|parser|parsing|pylint|clippy|biome|codeowners|snyk|schema|game|replication|waf|nat} {rule|rules|policy|policies}|
    {build|install|installation|setup|assembly|machine|cpu|compile|migration|upgrade|deployment|simd|vector|docker|readme|usage} {instruction|instructions}|
    instruction {set|cache|pointer|count|decoder}|{shell|command|password|login|confirm|install|terminal|sudo} prompt|
    {foreign key|unique|type|check|not null|generic|layout|database|db|peer|version} {constraint|constraints}|
    {rate|memory|size|time|disk|cpu|quota|character|upload} {limit|limits|limitation}|
    {guard|guarding} {clause*|page*|interval*|condition*|column*|expression*|let|statement*}|
    {type|route|auth|router|null|include|header|navigation|mud|splash|nan|canactivate} guard*|
    {unused|react|custom|webpack|lifecycle|use|commit msg|husky|vue|git|plugin|theme|mouse} {hook|hooks}|
    token {count*|bucket*|budget*|limit*|ring|usage|stream|type*|length}|max tokens|tokens per|
    {css|design|lexer|syntax|csrf|refresh|parser|input|output|completion} token*|
    password {reset*|field*|input*|policy|strength|hash*|prompt*|authentication|validation}|
    {context|memory} {manager|provider|menu|switch|path|leak*|usage|limit*|pressure|profil*|footprint|allocat*|consumption|benchmark*|growth|management}|
    in memory|shared memory|{public|primary|foreign|cache|partition|sort|map|object|json|dict|hash|index} {key|keys}|keyboard|
    .env.example|.env.sample|.env.template|.env.test|.gitignore|.dockerignore|.ssh/config|.ssh/known hosts|i /.ssh/id *|
    {previous|prior|earlier} {migration*|build*|release*|version*|comment*|benchmark*|commit*|step*|line*|page*|owner*|config*|changelog}|
    model {name*|class*|file*|version*|layer|field*|weights}|{user|build|http|reverse} agent|agent version|
    {data|domain|view|machine learning|object} model*|debug mode flag|dark mode|strict mode|developer mode must|test mode flag|
    http://localhost*|https://localhost*|http://127*|https://127*|https://example.com|registry.npmjs.org|all caps|drop down|
    drop {support|shadow|zone|in replacement}|post {processing|mortem|gres*}|email template*|code review comment*|show all|
    pull request*|pull rebase|git pull|docker pull|image pull*|put request*|post request*|share {price|link button}|
    push notification*|{push|pull|drag} {up|down|left|right}|off by one|sign off by|log off|kick off meeting|hand off|switch case|
    off the main thread|to false positives|default to false|defaults to false|is false|false by default|review app*|ci cache|
    ci runs|ci settings|the report page|hook form|useeffect hook|git hooks docs|debug builds|authorization: bearer*|
    authorization bearer*|hidden {field*|file*|input*|element*|class|attribute|layer*|column*|tab*}|
    silently {drop duplicate*|ignore*|fail*|skip*|swallow*|truncat*}|drop duplicate*|onboarding doc*|retention policy|next line|
    next step*|next page|next version|next release|to production build|release notes|release page|release branch|
    schema migration*|load balanc*|open source|open issue*|open pr*|call stack|call super|request id|request body|request header*|
    fetch prune|fetch depth|load time*|query plan|query time*|usb debugging|visit counter|ping interval|resolve conflict*|
    type error*|type check*|type definition*|user story|.ssh/authorized*|to .env|tell users to|
    tell the user to {run|use|install|update|check|try}|tell users how|history stack|webhook secret*|log file*|error log*|
    the old policy|debug mode|maintenance mode before|maintenance mode during|maintenance mode page|maintenance mode for|
    developer mode on|developer mode in|
    {previous|above|old|existing} {instructions|rules|restrictions|policy} {in|for} the {install|setup|guide|docs|readme|onboarding}|
    previous instructions in the|instructions above assume|rules for your|internal testers|inject*|{do not|don t} tell users to|
    {do not|don t} tell the user to|{do not|don t|never} tell the user that|say hello|logged in as|not allowed to push|the key is|
    key value|primary key|rules engine|the rule list|rule list|list view|review board|ones for tests|for tests|allow or deny|
    {production|staging|debug} builds|onboarding|off switch|new deny rule|deny rule for|{to|into|>>} .env|
    variables that start with|policy engine evaluates|robots.txt|ca.pem|cert.pem|false positive*|permission is hereby granted|
    permission to use copy|hereby granted|i /.ssh/*|please do not report`,
  recall: `
    remember that|remember permanently|remember forever|remember this|remember:|remember for all|keep in mind that|memorise|
    memorize|commit to memory|commit this to memory|never forget that|learn that|note for the future`,
  conceal: `
    {hide|conceal|keep|withhold|mask} {this|it|that|these|the change|the step|your actions} from|cover up|between us|
    between ourselves|our {little|} secret|cover your tracks|cover the tracks`,
  careful: `
    needs {approval|confirmation|two approvals|sign off|review}|requires {approval|confirmation|review|sign off|two}|
    require {approval|confirmation|review|consent}|need {approval|confirmation|the user s consent}|
    {ask|asks|asking} {the user|for confirmation|for approval|for permission|before|first}|
    after {approval|confirmation|review|the user confirms|confirming}|confirm with the user|
    with the user s {consent|approval|permission|confirmation}|until the user {confirms|approves|agrees}|unless the user|
    only {after|with|if} {approval|confirmation|consent|the user}|user s consent each|need an explicit|explicit yes|
    stop and {ask|tell|explain}|never acceptable|out of bounds|off limits for|
    {must|should|will|shall} be {denied|rejected|refused|blocked|declined}|is a violation|
    {is|are} {always|never|not} {blocked|allowed|permitted|denied|acceptable}|disallowed|
    {is|are} {forbidden|prohibited|disallowed|rejected|refused|denied}|under no circumstances|by default deny|denied by default|
    do not trust|is not an approval|cannot be trusted|treated as data|as data|
    only {the user|a person|a human|people|humans|admins|the owner} {can|may|is allowed}|
    {can be|is|are} {paused|turned off|disabled|changed|revoked|lifted} {for * |only |}by the user|lives in the settings|
    never apply them|proves nothing|prove nothing|untrusted|is not a|not a consenting|if in doubt|show the diff|explain why|
    instead of the config|without asking the user is`,
};
