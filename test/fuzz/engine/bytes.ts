// Bytes as JSON, and small edits of them: cut, flipped, repeated, with something odd put in.
import * as fc from "fast-check";

/** Text where the bytes are text, so that a kept input can be read. */
export type Bytes = string | { readonly base64: string };

function toBytes(buffer: Uint8Array): Bytes {
  const text = Buffer.from(buffer).toString("utf8");
  return Buffer.from(text).equals(buffer) ? text : { base64: Buffer.from(buffer).toString("base64") };
}

export function fromBytes(bytes: Bytes): Buffer {
  return typeof bytes === "string" ? Buffer.from(bytes) : Buffer.from(bytes.base64, "base64");
}

interface ByteEdit {
  readonly kind: keyof typeof KINDS;
  readonly at: number;
  readonly pick: number;
}

/** What is put in. */
const TEXTS = [
  "\n",
  "\r\n",
  "\u0000",
  "\ufeff",
  '"',
  "{",
  "[",
  "}",
  "]",
  ",",
  ":",
  "null",
  "NaN",
  "\\u0000",
  "\\",
  "#",
  "- ",
];
const LONG_TEXTS = ["[".repeat(10_000), '{"a":'.repeat(3_000), "x".repeat(100_000), "\n".repeat(2_000), '"a":1,'];
/** Not UTF-8: alone, cut short, a surrogate. */
const NO_TEXTS = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f]];
const INSERTED: readonly Buffer[] = [
  ...[...TEXTS, ...LONG_TEXTS].map((text) => Buffer.from(text)),
  ...NO_TEXTS.map((bytes) => Buffer.from(bytes)),
];

const KINDS = {
  cut: (bytes: Buffer, at: number) => bytes.subarray(0, at),
  behead: (bytes: Buffer, at: number) => bytes.subarray(at),
  flip: (bytes: Buffer, at: number, pick: number) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = ((copy[at % copy.length] ?? 0) ^ (1 << (pick % 8))) & 0xff;
    return copy;
  },
  zero: (bytes: Buffer, at: number, pick: number) => {
    const copy = Buffer.from(bytes);
    return copy.fill(pick % 2 === 0 ? 0 : 0xff, at, Math.min(copy.length, at + 1 + (pick % 16)));
  },
  remove: (bytes: Buffer, at: number, pick: number) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + (pick % 40))]),
  insert: (bytes: Buffer, at: number, pick: number) =>
    Buffer.concat([bytes.subarray(0, at), INSERTED[pick % INSERTED.length] ?? Buffer.of(), bytes.subarray(at)]),
  repeat: (bytes: Buffer, at: number, pick: number) => {
    const piece = bytes.subarray(at, at + 1 + (pick % 200));
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array.from({ length: 1 + (pick % 20) }, () => piece),
      bytes.subarray(at),
    ]);
  },
} satisfies Record<string, (bytes: Buffer, at: number, pick: number) => Buffer>;

const byteEdit: fc.Arbitrary<ByteEdit> = fc.record({
  kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
  at: fc.nat(100_000),
  pick: fc.nat(1_000),
});

/** Mostly one or two edits; none keeps what other edits have made readable. */
export function editedBytes(source: fc.Arbitrary<Uint8Array>, editsMax = 3): fc.Arbitrary<Bytes> {
  const edits = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(byteEdit, { maxLength: editsMax }) },
  );
  return fc.tuple(source, edits).map(([bytes, list]) => {
    let edited = Buffer.from(bytes);
    for (const { kind, at, pick } of list) edited = Buffer.from(KINDS[kind](edited, at % (edited.length + 1), pick));
    return toBytes(edited);
  });
}
