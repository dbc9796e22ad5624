export const LANGUAGES = ["zh", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The language of all text but results: `--lang`, else `MNEMONIC_LANG`, else the locale, else English (a home's config.json
 * may say another, once the home is known). Looked up before the arguments are
 * parsed, because what is said about a bad argument, and the help, have a language too. A bad value is refused later.
 */
export function languageOf(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Language {
  return flagOf(argv) ?? LANGUAGES.find((language) => language === env["MNEMONIC_LANG"]) ?? localeOf(env);
}

function flagOf(argv: readonly string[]): Language | undefined {
  const end = argv.indexOf("--");
  const flags = end < 0 ? argv : argv.slice(0, end);
  const values = flags.flatMap((flag, i) =>
    flag === "--lang" ? [flags[i + 1]] : flag.startsWith("--lang=") ? [flag.slice(7)] : [],
  );
  return LANGUAGES.find((language) => language === values.at(-1));
}

function localeOf(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  return /^zh\b|^zh_/i.test(locale) ? "zh" : "en";
}
