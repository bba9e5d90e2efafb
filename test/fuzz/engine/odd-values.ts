// Values that programs get wrong, to be put where another one was expected.

/** Marks text that goes into the JSON as it is: numbers and depths that no value in memory can have. */
const RAW = "\u0001raw:";

const raw = (text: string): string => RAW + text;

/** As JSON, with raw parts put in. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value) ?? "null";
  return json.replaceAll(/"\\u0001raw:(?:[^"\\]|\\.)*"/g, (found) => (JSON.parse(found) as string).slice(RAW.length));
}

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202e\u2066",
  "\u200b",
  "é\u0301".repeat(50),
  "😀",
  "../../../../etc/passwd",
  "file:///etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "true",
  "0",
  "-1",
  "1e999",
  "%00",
  "%E0%A4%A",
  "\r\nX-Injected: 1",
  "\u001b[2J",
  "{{x}}",
  "${x}",
  "*",
  "'; drop table sessions; --",
  "a/b/c",
  "\\",
  "2026-13-45T99:99:99Z",
];

export const ODD_NUMBERS: readonly unknown[] = [
  0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  5e-324,
  raw("-0"),
  raw("1e999"),
  raw("-1e999"),
  raw("123456789012345678901234567890"),
  raw("0.1e-9999"),
];

export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { a: null },
  "text",
  ...ODD_NUMBERS,
  raw(nested(500)),
  raw(nested(20_000)),
  raw('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  raw(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`),
];

export const ODD_KEYS: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
  "toJSON",
  "length",
  "",
  "0",
  "_meta",
  "$ref",
  "\u0000",
  "\ud800",
  "a".repeat(10_000),
];
