import { describe, expect, it } from "vitest";
import { RESOURCE_CHARS_MAX } from "../limits.ts";
import { toUserParts } from "./to-user-parts.ts";

const PNG = { mimeType: "image/png", data: "AAAA" };

describe("what a person sent", () => {
  it("reaches the model as text, images and files", () => {
    expect(
      toUserParts([
        { type: "text", text: "look" },
        { type: "image", ...PNG },
        { type: "resource", resource: { uri: "file:///a.png", mimeType: "image/png", blob: "BBBB" } },
        {
          type: "resource",
          resource: { uri: "file:///dir/my%20report.pdf", mimeType: "application/pdf", blob: "CCCC" },
        },
        { type: "resource", resource: { uri: "memo://x", blob: "DDDD" } },
      ]),
    ).toEqual([
      { type: "text", text: "look" },
      { type: "image", ...PNG },
      { type: "image", mimeType: "image/png", data: "BBBB" },
      { type: "file", mimeType: "application/pdf", data: "CCCC", name: "my report.pdf" },
      { type: "file", mimeType: "application/octet-stream", data: "DDDD", name: expect.any(String) as string },
    ]);
  });

  it("has links by name and path", () => {
    const [named, bare, odd] = toUserParts([
      {
        type: "resource_link",
        uri: "file:///code/a%20b.ts",
        name: "a b.ts",
        description: "the entry",
        mimeType: "text/x-ts",
      },
      { type: "resource_link", uri: "https://example.com/a%20b", name: "page" },
      { type: "resource_link", uri: "file://%", name: "odd" },
    ]);
    expect(named).toEqual({ type: "text", text: "[a b.ts](/code/a b.ts) (the entry, text/x-ts)" });
    expect(bare).toEqual({ type: "text", text: "[page](https://example.com/a%20b)" });
    expect(odd).toEqual({ type: "text", text: "[odd](file://%)" });
  });

  it("has embedded text in full, up to a limit that it mentions", () => {
    const embed = (text: string) =>
      toUserParts([{ type: "resource", resource: { uri: "file:///a.md", text } }])[0] as { readonly text: string };
    expect(embed("```\nfence\n```").text).toBe('<resource uri="/a.md">\n```\nfence\n```\n</resource>');
    const { text } = embed("x".repeat(RESOURCE_CHARS_MAX + 7));
    expect(text).toContain("[cut: 7 more characters]");
    expect(text.length).toBeLessThan(RESOURCE_CHARS_MAX + 200);
  });

  it("is never nothing", () => {
    expect(toUserParts([])).toEqual([{ type: "text", text: "" }]);
  });
});
