// Content there and back again: nothing is lost on either way.
import type { Part } from "@a2a-js/sdk";
import type { ContentBlock } from "@parley/acp";
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
  it.each(BLOCKS)("comes back as it was: %j", (block) => {
    expect(fromPart(toPart(block))).toEqual(block);
  });

  it("of an unknown type goes along as data", () => {
    const raw = { type: "hologram", depth: 3 };
    expect(toPart({ kind: "unknown", raw }).content).toEqual({ $case: "data", value: raw });
  });
});

describe("a part", () => {
  it.each(PARTS)("comes back as it was: %j", (given) => {
    const block = fromPart(given);
    expect(block === undefined ? undefined : toPart(block)).toEqual(given);
  });

  it("is what an agent can read", () => {
    const data = { type: "resource", resource: { mimeType: "application/json", text: '{"a":1}' } };
    expect(fromPart(dataPart({ a: 1 }))).toMatchObject(data);
    expect(fromPart(part({ $case: "url", value: "https://x/y.txt" }))).toMatchObject({
      type: "resource_link",
      name: "y.txt",
    });
    expect(fromPart(part(undefined))).toBeUndefined();
  });

  it("cannot pretend to be a block of ours that it is not", () => {
    const lie = part({ $case: "text", value: "x" }, { metadata: { acp: { type: "image", mimeType: 1 } } });
    expect(fromPart(lie)).toMatchObject({ type: "text", text: "x" });
  });
});
