const GROUPED = new Intl.NumberFormat("en-US");

/** `1,234,567`, as in all that Mnemonic prints. */
export function number(value: number): string {
  return GROUPED.format(value);
}

/** A text with its values in place of `{0}`, `{1}` … */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, i: string) => {
    const value = values[Number(i)] ?? "";
    return typeof value === "number" ? number(value) : value;
  });
}
