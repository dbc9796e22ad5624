import * as fc from "fast-check";

const two = (max: number): fc.Arbitrary<string> => fc.nat(max).map((n) => String(n).padStart(2, "0"));
const year = fc.constantFrom("2026", "2024", "1900", "2000", "0000", "1969", "9999");
const day = fc.tuple(year, two(13), two(32)).map((parts) => parts.join("-"));
const fraction = fc.oneof(
  fc.constant(""),
  fc.tuple(fc.constantFrom(".", ","), fc.stringMatching(/^\d{0,10}$/)).map(([dot, digits]) => dot + digits),
);
const zone = fc.oneof(
  fc.constantFrom("Z", "Z", "z", "", "+02", "-0530", "+0", "+2:00"),
  fc.tuple(fc.constantFrom("+", "-"), two(24), two(60)).map(([sign, hh, mm]) => `${sign}${hh}:${mm}`),
);
const iso = fc
  .tuple(day, fc.constantFrom("T", "T", "T", "t", " ", ""), two(24), two(60), two(61), fraction, zone)
  .map(([date, separator, hh, mm, ss, rest, tail]) => `${date}${separator}${hh}:${mm}:${ss}${rest}${tail}`);

/** Texts that are times, nearly times, or one character off. */
export const timeTexts: fc.Arbitrary<string> = fc
  .tuple(iso, fc.option(fc.tuple(fc.nat(), fc.constantFrom("", "0", "9", ":", "-", "x", "５", " ")), { freq: 2 }))
  .map(([text, edit]) => {
    if (edit === null) return text;
    const at = edit[0] % text.length;
    return text.slice(0, at) + edit[1] + text.slice(at + 1);
  });
