import type { ContentBlock } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { checkContent } from "./check-content.ts";

const check = (...blocks: readonly unknown[]): void => checkContent(blocks as readonly ContentBlock[], "/prompt");

describe("checkContent", () => {
  it("accepts every kind of block, and does not change it", () => {
    const blocks = [
      { type: "text", text: "" },
      { type: "image", mimeType: "image/png", data: "aGVsbG8=" },
      { type: "audio", mimeType: "audio/wav", data: "aGVsbG8=" },
      { type: "resource_link", name: "a", uri: "file:///a", size: "5" },
      { type: "resource", resource: { uri: "file:///a", text: "a" } },
    ];
    const before = structuredClone(blocks);
    expect(() => check(...blocks)).not.toThrow();
    expect(blocks).toEqual(before);
  });

  it.each([
    [[], "/prompt: is empty"],
    [[{ type: "text", text: "a" }, { type: "text" }], "/prompt/1/text: expected"],
    [[{ type: "text", text: 5 }], "/prompt/0/text: expected"],
    [[{ type: "video", data: "" }], "/prompt/0/type: expected text, image, audio, resource_link or resource"],
    [[{ type: "resource", resource: {} }], "/prompt/0/resource"],
    [[{ type: "image", mimeType: "image/png", data: "" }], "/prompt/0/data: is empty"],
    [[{ type: "image", mimeType: "image/png", data: "not base64!" }], "/prompt/0/data: is not base64"],
    [[{ type: "audio", mimeType: "audio/wav", data: "é" }], "/prompt/0/data: is not base64"],
  ])("names the field that is wrong (%#)", (blocks, message) => {
    expect(() => check(...blocks)).toThrow(
      expect.objectContaining({ code: "bad_input", message: expect.stringContaining(message) }),
    );
  });
});
