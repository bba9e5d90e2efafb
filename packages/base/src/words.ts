// What people read, in their language. The English text is in the code and is its own key; a surface may bring a table of another
// language before it shows anything. Servers and terminals bring none.

let table: ReadonlyMap<string, string> = new Map();
let locale = "en";
let plurals: Intl.PluralRules | undefined;

type Value = string | number;

/** `language`: for numbers, times and plurals. */
export function setWords(words: Readonly<Record<string, string>>, language: string): void {
  table = new Map(Object.entries(words));
  locale = language;
  plurals = undefined;
}

/** The language of the table: English unless there is another. */
export function shownLocale(): string {
  return locale;
}

/** `t("Keep {0}", path)`. Not while a module is loaded: the table comes later. */
export function t(text: string, ...values: readonly Value[]): string {
  return fillText(table.get(text) ?? text, values);
}

/** `{0}` is the count, with the separators of the language; `{1}` is the first of the values. */
export function tPlural(count: number, one: string, many: string, ...values: readonly Value[]): string {
  plurals ??= new Intl.PluralRules(locale);
  return t(plurals.select(count) === "one" ? one : many, formatNumber(count), ...values);
}

/** A text of which the caller knows only that it may be in the table, such as a sentence of the server. */
export function tKnown(text: string): string {
  return table.get(text) ?? text;
}

/** For finding more in it than a text by its key. */
export function wordsTable(): ReadonlyMap<string, string> {
  return table;
}

/** `1,234` */
export function formatNumber(value: number): string {
  return value.toLocaleString(locale);
}

/** `1.5`, with this number of digits after the decimal separator. */
export function formatDecimal(value: number, digits: number): string {
  if (locale === "en") return value.toFixed(digits);
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Puts values into their places. */
export function fillText(text: string, values: readonly Value[]): string {
  return values.length === 0 ? text : text.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));
}
