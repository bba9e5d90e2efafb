import { symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { FILES } from "../client-io/testing/client-link.ts";
import { READ_LINE_CHARS_MAX, READ_LINES_MAX } from "../limits.ts";
import { readTool } from "./read.ts";
import { openCodingScene, shownText } from "./testing/coding-scene.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("reading text", () => {
  it("numbers the lines, and asks policy about the file", async () => {
    await using scene = await openCodingScene();
    const path = await scene.put("src/a.ts", "one\ntwo\n");
    const { prepared, outcome, text } = await scene.call(readTool, { path: "src/a.ts" });
    expect(text).toBe("1\tone\n2\ttwo");
    expect(prepared).toMatchObject({
      title: "Read src/a.ts",
      locations: [{ path, line: 1 }],
      subjects: [{ request: { kind: "read", path: "src/a.ts" }, facts: { real: path } }],
    });
    expect(shownText(outcome.content)).toBe("```\none\ntwo\n```");
  });

  it.each([
    [{ line: 2 }, "2\ttwo\n3\tthree\n[Lines 2 to 3 of 3.]"],
    [{ line: 2, limit: 1 }, "2\ttwo\n[Lines 2 to 2 of 3. Continue with line: 3.]"],
    [{ limit: 2 }, "1\tone\n2\ttwo\n[Lines 1 to 2 of 3. Continue with line: 3.]"],
    [{ line: -4, limit: 0 }, "1\tone\n[Lines 1 to 1 of 3. Continue with line: 2.]"],
  ])("takes the range %j", async (range, expected) => {
    await using scene = await openCodingScene();
    await scene.put("a.txt", "one\ntwo\nthree");
    expect((await scene.call(readTool, { path: "a.txt", ...range })).text).toBe(expected);
  });

  it.each(["file_path", "filePath", "file", "filename"])("takes %s for path", async (name) => {
    await using scene = await openCodingScene();
    await scene.put("a.txt", "one");
    expect((await scene.call(readTool, { [name]: "a.txt", limit: null })).text).toBe("1\tone");
  });

  it("leaves out marks and line ends that are no part of a line", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.txt", "\uFEFFone\r\ntwo\r\n");
    expect((await scene.call(readTool, { path: "a.txt" })).text).toBe("1\tone\n2\ttwo");
  });

  it("says that a file is empty, or shorter than asked for", async () => {
    await using scene = await openCodingScene();
    await scene.put("empty.txt", "");
    await scene.put("a.txt", "one\n");
    expect((await scene.call(readTool, { path: "empty.txt" })).text).toBe("[empty.txt is empty]");
    const past = await scene.call(readTool, { path: "a.txt", line: 5 });
    expect(past.outcome.isError).toBe(true);
    expect(past.text).toBe("a.txt has only 1 line; line 5 does not exist.");
  });

  it("cuts long files and long lines, and says how to go on", async () => {
    await using scene = await openCodingScene();
    await scene.put("long.txt", "x\n".repeat(READ_LINES_MAX + 5));
    await scene.put("wide.txt", "y".repeat(READ_LINE_CHARS_MAX + 7));
    await scene.put("heavy.txt", `${"z".repeat(1_500)}\n`.repeat(100));
    expect((await scene.call(readTool, { path: "long.txt" })).text).toMatch(
      new RegExp(
        `\\[Lines 1 to ${READ_LINES_MAX} of ${READ_LINES_MAX + 5}. Continue with line: ${READ_LINES_MAX + 1}.\\]$`,
      ),
    );
    expect((await scene.call(readTool, { path: "wide.txt" })).text).toMatch(/… \[7 more characters in this line\]$/);
    expect((await scene.call(readTool, { path: "heavy.txt" })).text).toMatch(/\[Lines 1 to \d\d of 100. Continue/);
  });

  it("reads a part of a file that is too large as a whole", async () => {
    await using scene = await openCodingScene();
    await scene.put("huge.txt", "0123456789abcde\n".repeat(1_200_000));
    const { text } = await scene.call(readTool, { path: "huge.txt", line: 1_100_000, limit: 2 });
    expect(text).toBe(
      "1100000\t0123456789abcde\n1100001\t0123456789abcde\n[Lines 1100000 to 1100001 of a very large file. Continue with line: 1100002.]",
    );
  });

  it("gives what the editor has, not what is on the disk", async () => {
    await using scene = await openCodingScene({ capabilities: FILES });
    const path = await scene.put("a.txt", "saved");
    scene.link.fake.files.set(path, "not saved yet");
    expect((await scene.call(readTool, { path: "a.txt" })).text).toBe("1\tnot saved yet");
  });
});

describe("what is no text", () => {
  it("shows images whatever their file names", async () => {
    await using scene = await openCodingScene();
    await scene.put("dot.png", PNG);
    await scene.put("dot.bin", PNG);
    for (const path of ["dot.png", "dot.bin"]) {
      const { outcome } = await scene.call(readTool, { path });
      expect(outcome.parts).toEqual([
        { type: "text", text: `${path}: a PNG image, ${PNG.length} bytes` },
        { type: "image", mimeType: "image/png", data: PNG.toString("base64") },
      ]);
      expect(outcome.content).toMatchObject([{ type: "content", content: { type: "image" } }]);
    }
  });

  it.each([
    ["a.pdf", "%PDF-1.7\n\0", /a PDF document/],
    ["a.zip", "PK\x03\x04\0\0", /a zip archive/],
    ["a.db", "SQLite format 3\0", /an SQLite database/],
    ["a.dat", "\x01\0\x02", /binary data of an unknown kind, 3 bytes/],
    ["fake.png", "hello", /name of an image, but is binary data/],
  ])("says what %s is", async (name, content, expected) => {
    await using scene = await openCodingScene();
    await scene.put(name, Buffer.from(content, "latin1"));
    const { text, outcome } = await scene.call(readTool, { path: name });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(expected);
  });

  it("says that an image is too large", async () => {
    await using scene = await openCodingScene();
    await scene.put("big.png", Buffer.concat([PNG, Buffer.alloc(4_000_000)]));
    expect((await scene.call(readTool, { path: "big.png" })).text).toMatch(/too large to be shown/);
  });

  it("sends folders to list, and says what is missing", async () => {
    await using scene = await openCodingScene();
    await scene.put("src/a.ts", "");
    expect(await scene.refuse(readTool, { path: "src" })).toBe("src is a folder. Use list to see what is in it.");
    const missing = await scene.call(readTool, { path: "src/b.ts" });
    expect(missing.outcome.isError).toBe(true);
    expect(missing.text).toMatch(/does not exist/);
  });
});

describe("what is outside", () => {
  it("is not read, even without a question", async () => {
    await using scene = await openCodingScene({ capabilities: FILES });
    const secret = scene.folder.file("secret.txt");
    await writeFile(secret, "secret");
    await symlink(secret, scene.path("link"));
    for (const path of [secret, "../secret.txt", "link", "~/.ssh/id_rsa", "file:///etc/passwd"]) {
      const { outcome, text, prepared } = await scene.call(readTool, { path });
      expect(outcome.isError).toBe(true);
      expect(text).toMatch(/outside this session's folders/);
      expect(prepared.subjects).toMatchObject([{ facts: { kind: "missing" } }]);
    }
    expect(scene.link.methods).toEqual([]);
  });
});
