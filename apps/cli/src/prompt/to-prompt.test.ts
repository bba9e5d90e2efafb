import { createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAttachment } from "./attachment.ts";
import { ATTACHMENTS_MAX } from "../limits.ts";
import { toPrompt } from "./to-prompt.ts";

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  await writeFile(folder.file("poem.md"), "one\r\ntwo\r\nthree ``` four\r\n");
  await writeFile(folder.file("dot.png"), Buffer.from([1, 2, 3]));
  await mkdir(folder.file("src"));
});
afterEach(() => folder[Symbol.asyncDispose]());

const everything = { embeddedContext: true, image: true, audio: true };
const attach = (text: string) => [parseAttachment(text, folder.path)];

describe("parseAttachment", () => {
  it("accepts a file, a line, or a range", () => {
    expect(parseAttachment("a.ts", "/w")).toEqual({ path: "/w/a.ts" });
    expect(parseAttachment("/b/a.ts:7", "/w")).toEqual({ path: "/b/a.ts", lines: { first: 7, last: 7 } });
    expect(parseAttachment("a.ts:7-9", "/w")).toEqual({ path: "/w/a.ts", lines: { first: 7, last: 9 } });
  });

  it("recognizes a file whose name looks like a range", async () => {
    await writeFile(folder.file("a.ts:7"), "");
    expect(parseAttachment("a.ts:7", folder.path)).toEqual({ path: folder.file("a.ts:7") });
  });

  it.each(["a.ts:0", "a.ts:9-7", "a.ts:0-3", "a.ts:99999999999999999999"])("refuses %s", (text) => {
    expect(() => parseAttachment(text, "/w")).toThrow("is not a line range");
  });
});

describe("toPrompt", () => {
  it("puts the text first, and omits it if it is empty", async () => {
    const [link] = await toPrompt("", attach("poem.md"), undefined);
    expect(await toPrompt("Look", attach("poem.md"), undefined)).toEqual([{ type: "text", text: "Look" }, link]);
  });

  it("links a whole file and a folder", async () => {
    expect(await toPrompt("", [...attach("poem.md"), ...attach("src")], everything)).toEqual([
      {
        type: "resource_link",
        uri: pathToFileURL(folder.file("poem.md")).href,
        name: "poem.md",
        mimeType: "text/markdown",
        size: 26,
      },
      {
        type: "resource_link",
        uri: pathToFileURL(folder.file("src")).href,
        name: "src",
        mimeType: "inode/directory",
      },
    ]);
  });

  it("embeds a range of lines", async () => {
    expect(await toPrompt("", attach("poem.md:2-3"), everything)).toEqual([
      {
        type: "resource",
        resource: {
          uri: `${pathToFileURL(folder.file("poem.md")).href}#L2-L3`,
          text: "two\nthree ``` four",
          mimeType: "text/markdown",
        },
      },
    ]);
  });

  it("sends an image if the agent accepts images, otherwise a link", async () => {
    const uri = pathToFileURL(folder.file("dot.png")).href;
    expect(await toPrompt("", attach("dot.png"), everything)).toEqual([
      { type: "image", data: "AQID", mimeType: "image/png", uri },
    ]);
    expect(await toPrompt("", attach("dot.png"), {})).toMatchObject([{ type: "resource_link", uri, size: 3 }]);
  });

  it.each([
    ["missing.ts", "usage", "not found"],
    ["poem.md/x", "usage", "not found"],
    ["poem.md:4", "usage", "has only 3 lines; line 4 not found"],
    ["src:1", "file_is_directory", "is a folder"],
    ["/dev/null", "file_is_special", "neither a file nor a folder"],
  ])("refuses %s with %s", async (text, code, message) => {
    await expect(toPrompt("", attach(text), everything)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });

  it("truncates a range that goes past the end of the file", async () => {
    const [block] = await toPrompt("", attach("poem.md:3-900"), everything);
    expect(block).toMatchObject({ resource: { text: "three ``` four" } });
  });

  it("has a limit", async () => {
    const many = Array.from({ length: ATTACHMENTS_MAX + 1 }, () => ({ path: join(folder.path, "poem.md") }));
    await expect(toPrompt("", many, {})).rejects.toMatchObject({ code: "usage" });
  });
});
