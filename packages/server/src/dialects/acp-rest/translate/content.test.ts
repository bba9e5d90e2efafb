import type { ContentBlock } from "@parley/acp";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as contract from "../testing/contract.ts";
import type { MessagePart } from "../wire.ts";
import { blockToPart } from "./block-to-part.ts";
import { normalizePart, partToBlock } from "./part-to-block.ts";

const meta = fc.option(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string()), { nil: undefined });
const annotations = fc.option(
  fc.record({ audience: fc.constant(["user" as const]), priority: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { nil: undefined },
);
const mime = fc.constantFrom("image/png", "audio/wav", "text/plain", "application/pdf", "video/mp4");
const data = fc.base64String();
const uri = fc.oneof(fc.webUrl(), fc.string({ minLength: 1 }), fc.constant("file:///home/a%20b.txt"));
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

const common = { annotations, _meta: meta };
const block: fc.Arbitrary<ContentBlock> = fc
  .oneof(
    fc.record({ type: fc.constant("text" as const), text: fc.string(), ...common }),
    fc.record({ type: fc.constant("image" as const), data, mimeType: mime, uri: optional(uri), ...common }),
    fc.record({ type: fc.constant("audio" as const), data, mimeType: mime, ...common }),
    fc.record({
      type: fc.constant("resource_link" as const),
      name: fc.string(),
      uri,
      mimeType: optional(mime),
      title: optional(fc.string()),
      size: optional(fc.nat()),
      ...common,
    }),
    fc.record({
      type: fc.constant("resource" as const),
      resource: fc.oneof(
        fc.record({ uri, text: fc.string(), mimeType: optional(mime), _meta: meta }),
        fc.record({ uri, blob: data, mimeType: optional(mime), _meta: meta }),
      ),
      ...common,
    }),
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as ContentBlock);

const trajectory = fc.record({
  kind: fc.constant("trajectory" as const),
  message: fc.string(),
  tool_name: fc.string(),
  tool_input: fc.dictionary(fc.string(), fc.jsonValue()),
});
const citation = fc.record({ kind: fc.constant("citation" as const), url: fc.webUrl(), start_index: fc.nat() });
const about = {
  name: optional(fc.string()),
  content_type: fc.oneof(mime, fc.constantFrom("text/markdown", "application/json")),
  metadata: optional(fc.oneof(trajectory, citation)),
  extra: optional(fc.jsonValue()),
  acp_block: optional(fc.oneof(fc.jsonValue(), fc.record({ type: fc.constantFrom("text", "image", "resource") }))),
};
const part: fc.Arbitrary<MessagePart> = fc
  .oneof(
    fc.record({ ...about, content: fc.string() }),
    fc.record({ ...about, content: data, content_encoding: fc.constant("base64" as const) }),
    fc.record({ ...about, content_url: fc.webUrl() }),
    fc.record(about),
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as MessagePart);

describe("content blocks and parts", () => {
  test("a block survives the conversion to a part and back, also over the wire", () => {
    fc.assert(
      fc.property(block, (value) => {
        const sent = JSON.parse(JSON.stringify(blockToPart(value))) as MessagePart;
        contract.part.parse(sent);
        expect(partToBlock(sent)).toEqual(value);
      }),
    );
  });

  test("a part survives the conversion to a block and back", () => {
    fc.assert(
      fc.property(part, (value) => {
        expect(blockToPart(partToBlock(value))).toEqual(normalizePart(value));
      }),
    );
  });

  test("unknown content is sent as JSON", () => {
    const raw = { type: "hologram", depth: 3 };
    const sent = blockToPart({ kind: "unknown", raw });
    expect(sent).toMatchObject({ content_type: "application/json", acp_block: { type: "unknown" } });
    expect(JSON.parse(sent.content ?? "")).toEqual(raw);
  });

  test.each([
    [
      { content_type: "text/plain", content: "hello" },
      { type: "text", text: "hello" },
    ],
    [
      { content_type: "image/png", content: "AAAA", content_encoding: "base64" as const },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ],
    [
      { content_type: "application/pdf", content_url: "https://example.org/a/b.pdf?x=1" },
      { type: "resource_link", uri: "https://example.org/a/b.pdf?x=1", name: "b.pdf", mimeType: "application/pdf" },
    ],
    [
      { name: "notes.md", content_type: "text/markdown", content: "# Notes" },
      { type: "resource", resource: { uri: "attachment:///notes.md", text: "# Notes", mimeType: "text/markdown" } },
    ],
    [
      { content_type: "text/plain", content: "aGVsbG8=", content_encoding: "base64" as const },
      { type: "text", text: "hello" },
    ],
    [
      { content_type: "text/plain", metadata: { kind: "trajectory" as const, message: "I looked it up" } },
      { type: "text", text: "I looked it up" },
    ],
  ])("an agent gets %j with its type", (given, expected) => {
    expect(partToBlock(given)).toMatchObject(expected);
  });
});
