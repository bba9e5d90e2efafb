import { describe, expect, it } from "vitest";
import { toChip, toTextChip } from "./to-chip.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];

const file = (content: readonly number[] | string, name: string, type = ""): File =>
  new File([typeof content === "string" ? content : Uint8Array.from(content)], name, { type });

describe("a file that is attached", () => {
  it.each([
    [PNG, "image/png"],
    [[0xff, 0xd8, 0xff, 0xe0], "image/jpeg"],
    [[0x47, 0x49, 0x46, 0x38, 0x39, 0x61], "image/gif"],
    [[0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50], "image/webp"],
  ])("is an image by its bytes, whatever it says it is (%#)", async (bytes, mimeType) => {
    const data = Buffer.from(bytes).toString("base64");
    expect(await toChip(file(bytes, "a.txt", "text/plain"))).toEqual({ type: "image", name: "a.txt", mimeType, data });
  });

  it.each([
    ["", ""],
    ["a.ts", "const é = '😀';\r\n"],
    ["a b/ü.md", "# A"],
  ])("is a text if it is UTF-8: %j", async (name, text) => {
    const shown = name === "" ? "pasted" : name;
    const uri = `attachment:${encodeURIComponent(shown)}`;
    expect(await toChip(file(text, name))).toEqual({ type: "text", name: shown, uri, text });
    expect(toTextChip(shown, text)).toEqual({ type: "text", name: shown, uri, text });
  });

  it("may be a sound or a drawing in text", async () => {
    const sound = { type: "audio", name: "a.wav", mimeType: "audio/wav", data: "AAEC" };
    expect(await toChip(file([0, 1, 2], "a.wav", "audio/wav"))).toEqual(sound);
    expect(await toChip(file("<svg/>", "a.svg", "image/svg+xml"))).toMatchObject({ type: "text", text: "<svg/>" });
  });

  it.each([
    [file([0xff, 0xfe, 0x41], "a.bin"), /^a\.bin is neither an image nor text/],
    [file("a\0b", "a.txt", "text/plain"), /^a\.txt is neither an image nor text/],
    [file("text", "a.png", "image/png"), /^a\.png is not an image that can be sent/],
    [file(PNG.slice(0, 3), "a.png", "image/png"), /^a\.png is not an image that can be sent/],
    [file([0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x41, 0x56, 0x45, 0xff], "a.wav"), /^a\.wav is neither/],
    [file([0xff], "a\n\u202eb"), /^[^\n\u202e]+ is neither/],
  ])("is refused if no agent could read it (%#)", async (bad, message) => {
    await expect(toChip(bad)).rejects.toThrow(
      expect.objectContaining({ code: "bad_input", message: expect.stringMatching(message) as string }),
    );
  });

  it("may be large", async () => {
    const bytes = [...PNG, ...Array.from({ length: 200_001 }, (_, index) => index % 256)];
    const chip = await toChip(file(bytes, "a.png"));
    expect(chip).toMatchObject({ data: Buffer.from(bytes).toString("base64") });
  });
});
