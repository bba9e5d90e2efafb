import type { ContentBlock } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { applyQuirks, toPromptBlocks } from "./prompt-blocks.ts";

function convert(block: ContentBlock, ...capabilities: string[]): unknown {
  const [converted] = toPromptBlocks([block], (capability) => capabilities.includes(capability), "Goose");
  return converted;
}

const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;
const audio = { type: "audio", data: "AA==", mimeType: "audio/wav" } as const;
const link = { type: "resource_link", uri: "file:///a", name: "a" } as const;

describe("a prompt", () => {
  it.each([{ type: "text" as const, text: "x" }, link])("goes as it is with %j, which every agent takes", (block) => {
    expect(convert(block)).toBe(block);
  });

  it("goes as it is with what the agent announced", () => {
    expect(convert(image, "promptCapabilities.image")).toBe(image);
    expect(convert(audio, "promptCapabilities.audio")).toBe(audio);
    const resource = { type: "resource" as const, resource: { uri: "file:///a", text: "x" } };
    expect(convert(resource, "promptCapabilities.embeddedContext")).toBe(resource);
  });

  it.each([
    [image, "images"],
    [audio, "audio"],
  ])("does not go with what cannot be said in words", (block, plural) => {
    expect(() => convert(block)).toThrow(
      expect.objectContaining({
        code: "bad_input",
        message: `The prompt was not sent: Goose does not accept ${plural}`,
        remedy: { label: `Remove the ${plural} or use another agent` },
      }),
    );
  });

  it("has a text resource as text, fenced so that nothing in it ends the fence", () => {
    const text = "a\n````\nb";
    expect(convert({ type: "resource", resource: { uri: "file:///x.md", text } })).toEqual({
      type: "text",
      text: `file:///x.md\n\`\`\`\`\`\n${text}\n\`\`\`\`\``,
    });
  });

  it("has another resource as a link", () => {
    const resource = { uri: "file:///folder/x.bin", blob: "AA==", mimeType: "application/x" };
    expect(convert({ type: "resource", resource })).toEqual({
      type: "resource_link",
      uri: "file:///folder/x.bin",
      name: "x.bin",
      mimeType: "application/x",
    });
    expect(convert({ type: "resource", resource: { uri: "urn:x/", blob: "" } })).toMatchObject({ name: "urn:x/" });
  });

  it("cannot contain unknown blocks", () => {
    expect(() => convert({ kind: "unknown", raw: {} })).toThrow("unknown type");
  });
});

describe("a prompt to an agent that drops images next to links", () => {
  const text = { type: "text", text: "x" } as const;
  const embedded = { type: "resource", resource: { uri: "file:///b", text: "y" } } as const;

  it("has links and embedded files as text", () => {
    expect(applyQuirks([text, image, link, embedded], [{ linksAsTextBesideMedia: true }])).toEqual([
      text,
      image,
      { type: "text", text: "[a](file:///a)" },
      { type: "text", text: "file:///b\n```\ny\n```" },
    ]);
  });

  it("is unchanged without an image, and for other agents", () => {
    const [plain, media] = [
      [text, link, embedded],
      [image, link],
    ];
    expect(applyQuirks(plain, [{ linksAsTextBesideMedia: true }])).toBe(plain);
    expect(applyQuirks(media, [])).toBe(media);
  });
});
