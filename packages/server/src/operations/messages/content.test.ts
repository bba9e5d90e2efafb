import fc from "fast-check";
import { expect, it, test } from "vitest";
import { fromNativeContent, toNativeContent } from "./content.ts";
import type { NativeContent } from "./native-message.ts";

const text = fc.string({ maxLength: 10 });
const part: fc.Arbitrary<NativeContent> = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.record({ type: fc.constant("text"), text, annotations: fc.record({ priority: fc.integer() }) }),
  fc.record({ type: fc.constant("image"), data: text, mimeType: text }),
  fc.record({ type: fc.constant("image"), url: text }),
  fc.record({ type: fc.constant("thinking"), thinking: text, signature: text }),
  fc.record({
    type: fc.constant("toolRequest"),
    id: text,
    toolCall: fc.record({ status: fc.constant("success"), value: fc.record({ name: text }) }),
  }),
  fc.record({ type: fc.string({ minLength: 1, maxLength: 5 }), any: fc.jsonValue() }),
);

test("a part survives the conversion to a content block and back", () => {
  fc.assert(
    fc.property(part, (before) => {
      const wire = JSON.parse(JSON.stringify(fromNativeContent(before))) as Parameters<typeof toNativeContent>[0];
      expect(toNativeContent(wire)).toEqual(JSON.parse(JSON.stringify(before)));
    }),
    { numRuns: 500 },
  );
});

it("adds nothing to plain text and images", () => {
  expect(fromNativeContent({ type: "text", text: "a" })).toEqual({ type: "text", text: "a" });
  expect(toNativeContent({ type: "image", data: "b", mimeType: "image/png" })).toEqual({
    type: "image",
    data: "b",
    mimeType: "image/png",
  });
});

it("converts unsupported content to text for the agent", () => {
  expect(fromNativeContent({ type: "thinking", thinking: "hm", signature: "" })).toMatchObject({
    type: "text",
    text: "hm",
  });
});
