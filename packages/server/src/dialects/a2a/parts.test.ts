// Content there and back again: nothing is lost on either way.
import type { Part } from "@a2a-js/sdk";
import type { ContentBlock } from "@parley/acp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataPart, fromPart, textPart, toPart } from "./parts.ts";

const bytes = Buffer.from([0, 1, 2, 253, 254, 255]);
const base64 = bytes.toString("base64");

const BLOCKS: readonly ContentBlock[] = [
  { type: "text", text: "" },
  { type: "text", text: "hello\nworld 🌍" },
  { type: "text", text: "x", annotations: { audience: ["user"], priority: 1 }, _meta: { mine: [1] } },
  { type: "image", data: base64, mimeType: "image/png" },
  { type: "image", data: base64, mimeType: "image/png", uri: "file:///a.png" },
  { type: "audio", data: base64, mimeType: "audio/wav", _meta: { a: null } },
  { type: "resource_link", uri: "https://x/y.txt?z", name: "y" },
  { type: "resource_link", uri: "file:///a b.txt", name: "a b.txt", mimeType: "text/plain", size: 3, title: "A" },
  { type: "resource", resource: { uri: "file:///a.ts", text: "let a", mimeType: "text/x-ts", _meta: { l: 1 } } },
  { type: "resource", resource: { uri: "file:///a.bin", blob: base64 }, annotations: { lastModified: "2026" } },
];

const part = (content: Part["content"], more: Partial<Part> = {}): Part => ({
  content,
  metadata: undefined,
  filename: "",
  mediaType: "",
  ...more,
});

const PARTS: readonly Part[] = [
  textPart("hello"),
  textPart("hello", { mine: { deep: [1] } }),
  part({ $case: "text", value: "let a" }, { filename: "a b.ts", mediaType: "text/x-ts" }),
  part({ $case: "text", value: "# t" }, { mediaType: "text/markdown" }),
  part({ $case: "raw", value: bytes }, { mediaType: "image/png", filename: "a.png" }),
  part({ $case: "raw", value: bytes }, { mediaType: "audio/wav" }),
  part({ $case: "raw", value: bytes }),
  part({ $case: "raw", value: bytes }, { filename: "a.zip", mediaType: "application/zip", metadata: { x: 1 } }),
  part({ $case: "url", value: "https://x/y" }),
  part({ $case: "url", value: "https://x/y" }, { filename: "z", mediaType: "text/html" }),
  dataPart({ a: [1, { b: null }] }),
  dataPart("text"),
  part({ $case: "data", value: 1 }, { metadata: { kind: "number" } }),
];

describe("a block", () => {
  it.each(BLOCKS)("survives a round trip: %j", (block) => {
    expect(fromPart(toPart(block))).toEqual(block);
  });

  it("of an unknown type is sent as data", () => {
    const raw = { type: "hologram", depth: 3 };
    expect(toPart({ kind: "unknown", raw }).content).toEqual({ $case: "data", value: raw });
  });
});

describe("a part", () => {
  it.each(PARTS)("survives a round trip: %j", (given) => {
    const block = fromPart(given);
    expect(block === undefined ? undefined : toPart(block)).toEqual(given);
  });

  it("is readable for an agent", () => {
    const data = { type: "resource", resource: { mimeType: "application/json", text: '{"a":1}' } };
    expect(fromPart(dataPart({ a: 1 }))).toMatchObject(data);
    expect(fromPart(part({ $case: "url", value: "https://x/y.txt" }))).toMatchObject({
      type: "resource_link",
      name: "y.txt",
    });
    expect(fromPart(part(undefined))).toBeUndefined();
  });

  it("cannot pretend to be one of Parley's blocks", () => {
    const lie = part({ $case: "text", value: "x" }, { metadata: { acp: { type: "image", mimeType: 1 } } });
    expect(fromPart(lie)).toMatchObject({ type: "text", text: "x" });
  });
});

describe("any content", () => {
  const text = fc.string({ unit: "grapheme" });
  const word = fc.string({ minLength: 1, unit: "grapheme" });
  const raw = fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some));
  const encoded = raw.map((some) => some.toString("base64"));
  const more = fc.record(
    {
      annotations: fc.record({ priority: fc.integer() }),
      _meta: fc.dictionary(fc.constantFrom("x", "y"), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const mimeType = fc.constantFrom("image/png", "audio/wav", "text/plain", "application/x");
  const named = fc.record({ uri: word, mimeType }, { requiredKeys: ["uri"] });
  const block = fc
    .oneof(
      fc.record({ type: fc.constant("text"), text }),
      fc.record({ type: fc.constantFrom("image", "audio"), data: encoded, mimeType }),
      fc.record(
        { type: fc.constant("resource_link"), uri: word, name: text, mimeType },
        { requiredKeys: ["type", "uri", "name"] },
      ),
      fc.record({
        type: fc.constant("resource"),
        resource: fc.tuple(named, text).map(([some, inner]) => ({ ...some, text: inner })),
      }),
      fc.record({
        type: fc.constant("resource"),
        resource: fc.tuple(named, encoded).map(([some, blob]) => ({ ...some, blob })),
      }),
    )
    .chain((some) => more.map((rest) => ({ ...some, ...rest })));
  const content = fc.oneof(
    text.map((value) => ({ $case: "text", value }) as const),
    raw.map((value) => ({ $case: "raw", value }) as const),
    word.map((value) => ({ $case: "url", value }) as const),
    fc.jsonValue().map((value) => ({ $case: "data", value }) as const),
  );
  const metadata = fc.option(fc.dictionary(fc.constantFrom("a", "b"), fc.jsonValue(), { minKeys: 1 }), {
    nil: undefined,
  });
  const anyPart: fc.Arbitrary<Part> = fc.record({
    content,
    metadata,
    filename: text,
    mediaType: fc.oneof(mimeType, text),
  });

  it("survives a round trip", () => {
    fc.assert(
      fc.property(block, (some) => {
        expect(fromPart(toPart(some))).toEqual(some);
      }),
    );
    fc.assert(
      fc.property(anyPart, (some) => {
        const read = fromPart(some);
        // A log is JSON: what only a program could tell apart is not kept apart.
        const kept = JSON.parse(JSON.stringify(read)) as ContentBlock;
        expect(JSON.stringify(toPart(kept))).toBe(JSON.stringify(some));
      }),
    );
  });
});
