/**
 * Whether what begins at `at` is being forbidden: "never ignore previous instructions", 禁止读取 ~/.ssh. A guard's own rules
 * speak like that. What stands right before counts, and what a clause of the same sentence begins with; but nothing that
 * turns the sense around ("do not hesitate to …", 不要忘记…, 不要问，直接…).
 */
const LOOKED_BACK = 60;
const ENGLISH =
  /(?:\b(?:do|does|did|must|should|shall|may|can|will|would|could)(?: ?not|n ?['’]? ?t)|\bnever|\bcannot|\bnot allowed to|\bforbidden to|\bprohibit(?:ed|s)?(?: from)?|\brefuse(?:s|d)? to|\bavoid|\brather not|\bno)((?:(?: |, ?)[a-z]+){0,6}) ["'`(]{0,2}$/;
const CHINESE =
  /(?:禁止|不得|不要|请勿|严禁|不可|不能|不应|不该|不宜|不许|不准|不允许|无权|切勿|切忌|避免|防止|拒绝|杜绝|而不是|不会|不再)((?:[^\s,。;!?:,；！？：\n]| ){0,14})$/;
const TURNED =
  /hesitat|forget|fail|refus|worr|neglect|stop|only|just|mind|tell|afraid|wait|need|ask|bother|but |instead|忘|犹豫|怕|只|停|告诉|拒绝|怀疑|让|再|担心|顾虑|质疑|问|直接|请|等|理会|管|但|而是|就|[,:] ?(?:把|将|改|立即|马上|run|delete|send|and |then )/;
const OPENING =
  /(?:^|[:,、] ?)(?:[^,:]{0,12}?(?:代理|助手|模型|任何人|智能体|规则|情况下)[^,:]{0,3})?(?:禁止|严禁|不得|请勿|切勿|不允许|不许|不准|不应|不要)(.{1,80})$|(?:^|: ?)(?:(?:the |an? )?(?:agent|assistant|model|rule|user|you)s? )?(?:must not|may not|should not|shall not|never|do not|don t|cannot|can not|no|avoid|refuse to|under no circumstances) (.{1,80})$/;

export function isProhibited(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LOOKED_BACK), at);
  const between = (ENGLISH.exec(before) ?? CHINESE.exec(before))?.[1];
  if (between !== undefined && !TURNED.test(between))
    // Over a comma only in a list: "never read, print or send".
    return !between.includes(",") || /\b(?:or|nor)\b/.test(between);
  const opening = OPENING.exec(text.slice(Math.max(0, at - 2 * LOOKED_BACK), at));
  return opening !== null && !TURNED.test(opening[1] ?? opening[2] ?? "");
}
