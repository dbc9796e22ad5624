import type { Threat } from "./threat.js";
import { viewsOf } from "./views.js";

/**
 * The two orders that nearly every attack begins with, in languages beside English and Chinese: to drop what one was told
 * before, and to show one's prompt. Words come in any order, for each language has its own.
 */
interface Words {
  readonly drop: string;
  readonly before: string;
  readonly told: string;
  readonly show: string;
  readonly prompt: string;
}

const LANGUAGES: readonly Words[] = [
  {
    drop: "ignora|ignore|olvida|olvide|descarta|desobedece|haz caso omiso",
    before: "anterior|anteriores|previas|previos|precedentes|de arriba",
    told: "instrucciones|reglas|ordenes|indicaciones|directrices",
    show: "muestra|revela|imprime|dime|escribe|repite",
    prompt: "prompt del sistema|mensaje del sistema|instrucciones del sistema|tus instrucciones|tu configuracion",
  },
  {
    drop: "ignorez|ignore|oubliez|oublie|negligez|ne tenez pas compte|ne tiens pas compte",
    before: "precedentes|precedents|anterieures|ci-dessus|d'avant",
    told: "instructions|consignes|regles|directives",
    show: "affichez|affiche|revelez|revele|montrez|montre|imprimez|repetez|donne-moi",
    prompt: "invite systeme|prompt systeme|message systeme|vos instructions|tes instructions|tes consignes",
  },
  {
    drop: "ignoriere|ignorieren sie|vergiss|vergessen sie|missachte",
    before: "vorherigen|vorherige|bisherigen|bisherige|obigen|obige|fruheren",
    told: "anweisungen|anweisung|regeln|vorgaben|instruktionen|befehle",
    show: "gib|zeige|zeig|nenne|verrate|drucke|wiederhole",
    prompt: "system-prompt|systemprompt|system prompt|deine anweisungen|deine regeln|systemnachricht",
  },
  {
    drop: "ignore|ignora|esqueca|esquece|desconsidere|descarte",
    before: "anteriores|previas|previos|acima",
    told: "instrucoes|regras|ordens|diretrizes",
    show: "mostre|revele|imprima|exiba|repita|diga",
    prompt: "prompt do sistema|mensagem do sistema|suas instrucoes|sua configuracao",
  },
  {
    drop: "ignora|ignorate|dimentica|dimenticate|trascura",
    before: "precedenti|precedente|di prima|sopra",
    told: "istruzioni|regole|direttive|indicazioni",
    show: "mostra|rivela|stampa|ripeti|dimmi",
    prompt: "prompt di sistema|messaggio di sistema|tue istruzioni|tue regole",
  },
  {
    drop: "игнорируй|игнорируйте|забудь|забудьте|проигнорируй",
    before: "предыдущие|предыдущих|прежние|вышеуказанные|прошлые",
    told: "инструкции|инструкций|указания|правила|команды",
    show: "выведи|покажи|напиши|раскрой|повтори",
    prompt: "системный промпт|системную подсказку|системное сообщение|свои инструкции|твои инструкции",
  },
  {
    drop: "無視|忘れ|従わない",
    before: "これまで|以前|前の|上記|先ほど",
    told: "指示|命令|ルール|規則|プロンプト",
    show: "表示|出力|見せ|教え|公開",
    prompt: "システムプロンプト|システムメッセージ|初期指示",
  },
  {
    drop: "무시|잊어|따르지 마",
    before: "이전|앞의|위의|지금까지",
    told: "지시|명령|규칙|프롬프트|지침",
    show: "출력|보여|알려|공개",
    prompt: "시스템 프롬프트|시스템 메시지|초기 지시",
  },
];

const GAP = String.raw`[^.;!?。;\n]{0,30}?`;

/** The words as a text's view has them: without accents, look-alikes as Latin letters. */
function group(words: string): string {
  const seen = words.split("|").map((word) => viewsOf(word).plain.trim());
  return `(?:${seen.join("|")})`;
}

function threatsOf({ drop, before, told, show, prompt }: Words): Threat[] {
  const [d, b, t, s, p] = [drop, before, told, show, prompt].map(group) as [string, string, string, string, string];
  const object = `(?:${t}${GAP}${b}|${b}${GAP}${t})`;
  return [
    { kind: "overrides-instructions", pattern: new RegExp(`${d}${GAP}${object}|${object}${GAP}${d}`, "g") },
    { kind: "asks-for-prompt", pattern: new RegExp(`${s}${GAP}${p}|${p}${GAP}${s}`, "g") },
  ];
}

export const OTHER_LANGUAGES: readonly Threat[] = LANGUAGES.flatMap(threatsOf);
