import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "./line-splitter.ts";
import { HEAD_BYTES, TAIL_BYTES } from "./limits.ts";

type Emission = readonly [kind: "line" | "tooLong", ...rest: (string | number)[]];

function split(chunks: Iterable<Uint8Array>, lineBytesMax: number): Emission[] {
  const emissions: Emission[] = [];
  const splitter = new LineSplitter(
    {
      line: (text, bytes) => emissions.push(["line", text, bytes]),
      tooLong: (head, tail, bytes) => emissions.push(["tooLong", head, tail, bytes]),
    },
    lineBytesMax,
  );
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return emissions;
}

function* cut(bytes: Uint8Array, ...places: number[]): Generator<Uint8Array> {
  let start = 0;
  for (const place of [...places.toSorted((a, b) => a - b), bytes.length]) {
    yield bytes.slice(start, place);
    start = place;
  }
}

/** What a line can be made of: text of every width, blanks, byte order marks, broken UTF-8, and lines over the limit. */
const content = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => Buffer.from(text.replaceAll("\n", ""))),
  fc
    .constantFrom("", " ", "\t \r", "\uFEFF", '\uFEFF{"a":1}', "[1]", "é😀", "…".repeat(30))
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10))),
  fc.integer({ min: 50, max: 700 }).map((length) => Buffer.alloc(length, "abc")),
);
const ending = fc.constantFrom("\n", "\r\n", "\n\n").map((text) => Buffer.from(text));
const stream = fc
  .tuple(fc.array(fc.tuple(content, ending), { maxLength: 12 }), content)
  .map(([lines, last]) => Buffer.concat([...lines.flat(), last]));

describe("LineSplitter", () => {
  it("emits the same wherever the bytes are cut", () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 600 }), fc.array(fc.nat(), { maxLength: 6 }), (bytes, max, at) => {
        const whole = split([bytes], max);
        const places = at.map((place) => place % (bytes.length + 1));
        expect(split(cut(bytes, ...places), max)).toEqual(whole);
        expect(
          split(
            Array.from(bytes, (byte) => Uint8Array.of(byte)),
            max,
          ),
        ).toEqual(whole);
        // Large enough that the other path is taken, which looks at no limit.
        expect(split(cut(bytes, ...places), 1e6)).toEqual(split([bytes], 1e6));
      }),
      { numRuns: 100 },
    );
  });

  it("emits the same with one cut at every byte", () => {
    const text = '\uFEFF{"a":"é"}\r\n\r\n  \n{"b":"😀…"}\n' + "x".repeat(40) + '\n{"c":"last"}';
    const bytes = Buffer.concat([Buffer.from(text), Buffer.of(0xf0, 0x9f, 0x98)]);
    for (const max of [20, 39, 40, 1_000]) {
      const whole = split([bytes], max);
      for (let place = 0; place <= bytes.length; place += 1) expect(split(cut(bytes, place), max)).toEqual(whole);
    }
  });

  it("counts bytes, not characters, on either path", () => {
    const bytes = Buffer.from('"é😀"\n"…"\n');
    const expected = [
      ["line", '"é😀"', 8],
      ["line", '"…"', 5],
    ];
    expect(split([bytes], 100)).toEqual(expected);
    expect(split([bytes], 8)).toEqual(expected);
  });

  it("drops blank lines and byte order marks, keeps the last line and replaces broken UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from("\n\r\n \t\n\uFEFF\n\uFEFF1\nab"), Buffer.of(0xff)]);
    expect(split([bytes], 100).map(([, text]) => text)).toEqual(["1", "ab\uFFFD"]);
  });

  it("takes a line of exactly the limit and skips one byte more", () => {
    const line = "a".repeat(10);
    expect(split([Buffer.from(`${line}\n`)], 10)).toEqual([["line", line, 10]]);
    expect(split([Buffer.from(`${line}b\nnext\n`)], 10)).toEqual([
      ["tooLong", `${line}b`, `${line}b`, 11],
      ["line", "next", 4],
    ]);
  });

  it("keeps the first 4 KiB and the last 256 bytes of a line over the limit", () => {
    const line = Array.from({ length: 3_000 }, (_, index) => `${index}`.padStart(5, "0")).join("");
    for (const length of [5_001, 5_100, 15_000]) {
      const long = line.slice(0, length);
      const bytes = Buffer.from(`before\n${long}\nafter`);
      const expected = [
        ["line", "before", 6],
        ["tooLong", long.slice(0, HEAD_BYTES), long.slice(-TAIL_BYTES), length],
        ["line", "after", 5],
      ];
      expect(split([bytes], 5_000)).toEqual(expected);
      expect(
        split(
          Array.from(bytes, (byte) => Uint8Array.of(byte)),
          5_000,
        ),
      ).toEqual(expected);
    }
  });
});
