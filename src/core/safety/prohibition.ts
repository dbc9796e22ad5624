/**
 * Whether what begins at `at` is being forbidden: "never ignore previous instructions", 禁止读取 ~/.ssh. A guard's own rules
 * speak like that. Only what stands right before counts, within the clause, and nothing that turns the sense around ("do
 * not hesitate to …", 不要忘记…).
 */
const LOOKED_BACK = 40;
const ENGLISH =
  /(?:\b(?:do|does|did|must|should|shall|may|can|will|would|could)(?: ?not|n ?['’]? ?t)|\bnever|\bcannot|\bnot allowed to|\bforbidden to|\bprohibit(?:ed|s)?(?: from)?|\bavoid)((?: [a-z]+){0,3}) ["'`(]{0,2}$/;
const CHINESE =
  /(?:禁止|不得|不要|请勿|严禁|不可|不能|不应|不许|不准|切勿|避免|防止)((?:[^\s,。;!?:、,；！？：\n]| ){0,10})$/;
const TURNED = /hesitat|forget|fail|refus|worr|neglect|stop|only|just|mind|tell|忘|犹豫|怕|只|停|告诉|拒绝|怀疑|让|再/;

export function isProhibited(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LOOKED_BACK), at);
  const between = (ENGLISH.exec(before) ?? CHINESE.exec(before))?.[1];
  return between !== undefined && !TURNED.test(between);
}
