import { chmod, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { FILES } from "../client-io/testing/client-link.ts";
import { editTool } from "./edit.ts";
import { readTool } from "./read.ts";
import { openCodingScene } from "./testing/coding-scene.ts";
import { writeTool } from "./write.ts";

describe("an edit", () => {
  it("shows the diff before it is made, then makes it", async () => {
    await using scene = await openCodingScene();
    const path = await scene.put("a.ts", "one\ntwo\nthree\n");
    const prepared = await scene.prepare(editTool, { path: "a.ts", old_text: "two", new_text: "2" });
    expect(prepared).toMatchObject({
      title: "Edit a.ts",
      locations: [{ path, line: 2 }],
      content: [{ type: "diff", path, oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" }],
      subjects: [{ request: { kind: "write" }, facts: { real: path } }],
    });
    expect(await scene.text("a.ts")).toBe("one\ntwo\nthree\n");
    const { outcome, text } = await scene.run(prepared);
    expect(await scene.text("a.ts")).toBe("one\n2\nthree\n");
    expect(text).toBe("Edited a.ts: 1 replacement. It now reads:\n1\tone\n2\t2\n3\tthree");
    expect(outcome.content).toEqual(prepared.content);
  });

  it.each([
    { file_path: "a.ts", old_string: "two", new_string: "2" },
    { path: "a.ts", oldText: "two", newText: "2", replaceAll: false },
    { path: "a.ts", edits: [{ old_str: "two", new_str: "2" }] },
    { path: "a.ts", search: "two", replace: "2", replace_all: null },
  ])("accepts %j", async (input) => {
    await using scene = await openCodingScene();
    await scene.put("a.ts", "one two three");
    await scene.call(editTool, input);
    expect(await scene.text("a.ts")).toBe("one 2 three");
  });

  it.each([
    [{ path: "a.ts" }, /Use old_text and new_text/],
    [{ path: "a.ts", edits: [] }, /Use old_text and new_text/],
    [{ path: "a.ts", old_text: "x" }, /new_text is missing/],
    [{ path: "src", old_text: "x", new_text: "y" }, /is a folder/],
  ])("refuses %j", async (input, expected) => {
    await using scene = await openCodingScene();
    await scene.put("src/b.ts", "");
    expect(await scene.refuse(editTool, input)).toMatch(expected);
  });

  it("reports an error without asking for permission to write", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.ts", "hello world\n");
    const { prepared, outcome, text } = await scene.call(editTool, {
      path: "a.ts",
      old_text: "hello word!",
      new_text: "x",
    });
    expect(prepared.subjects).toMatchObject([{ request: { kind: "read" } }]);
    expect(prepared.content).toBeUndefined();
    expect(outcome.isError).toBe(true);
    expect(text).toContain("1\thello world");
  });

  it("fills a file that does not exist, and says so of others", async () => {
    await using scene = await openCodingScene();
    const { prepared } = await scene.call(editTool, { path: "new/a.ts", old_text: "", new_text: "made\n" });
    expect(prepared.content).toMatchObject([{ oldText: null, newText: "made\n" }]);
    expect(await scene.text("new/a.ts")).toBe("made\n");
    expect((await scene.call(editTool, { path: "b.ts", old_text: "x", new_text: "y" })).text).toMatch(
      /b.ts does not exist/,
    );
  });

  it("keeps line ends, mark and mode", async () => {
    await using scene = await openCodingScene();
    const path = await scene.put("run.sh", "\uFEFFone\r\ntwo\r\n");
    await chmod(path, 0o750);
    await scene.call(editTool, { path: "run.sh", old_text: "one\ntwo", new_text: "one\n2\n3" });
    expect(await scene.text("run.sh")).toBe("\uFEFFone\r\n2\r\n3\r\n");
    expect((await stat(path)).mode & 0o777).toBe(0o750);
  });

  it("refuses a file that is not UTF-8, and leaves it alone", async () => {
    await using scene = await openCodingScene();
    const bytes = Buffer.from("caf\xe9 one\n", "latin1");
    const path = await scene.put("a.txt", bytes);
    const { outcome, text } = await scene.call(editTool, { path: "a.txt", old_text: "one", new_text: "two" });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/not UTF-8/);
    expect(await readFile(path)).toEqual(bytes);
  });

  it("is not made outside, through any path", async () => {
    await using scene = await openCodingScene();
    const outside = scene.folder.file("outside.txt");
    await writeFile(outside, "one");
    await symlink(outside, scene.path("link"));
    const { outcome, text, prepared } = await scene.call(editTool, { path: "link", old_text: "one", new_text: "two" });
    expect(prepared.content).toMatchObject([{ oldText: "one", newText: "two" }]);
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/outside/);
    expect(await readFile(outside, "utf8")).toBe("one");
  });

  it("does not follow a link that was put there after it was decided on", async () => {
    await using scene = await openCodingScene();
    await scene.put("folder/a.txt", "one");
    const prepared = await scene.prepare(editTool, { path: "folder/a.txt", old_text: "one", new_text: "two" });
    const outside = scene.folder.file("outside");
    const { rename, mkdir } = await import("node:fs/promises");
    await mkdir(outside);
    await writeFile(`${outside}/a.txt`, "one");
    await rename(scene.path("folder"), scene.path("moved"));
    await symlink(outside, scene.path("folder"));
    expect((await scene.run(prepared)).outcome.isError).toBe(true);
    expect(await readFile(`${outside}/a.txt`, "utf8")).toBe("one");
  });

  it("does not show, nor even read before it is decided on, what else may hold secrets", async () => {
    await using scene = await openCodingScene({ capabilities: FILES });
    const path = await scene.put(".env", "");
    const prepared = await scene.prepare(editTool, { path: ".env", old_text: "A=1", new_text: "A=2" });
    expect(scene.link.methods).toEqual([]);
    expect(prepared).toMatchObject({
      content: [{ oldText: "A=1", newText: "A=2" }],
      subjects: [{ request: { kind: "write" } }],
    });
    scene.link.fake.files.set(path, "PASSWORD=hunter2\nB=1\nC=1\nD=1\nA=1\n");
    const { outcome } = await scene.run(prepared);
    expect(JSON.stringify([prepared, outcome])).not.toContain("hunter2");
    expect(scene.link.fake.files.get(path)).toMatch(/A=2\n$/);
  });

  it("shows only the lines that change of a long file", async () => {
    await using scene = await openCodingScene();
    await scene.put("long.txt", `${"line\n".repeat(40_000)}end\n`);
    const { prepared, text } = await scene.call(editTool, { path: "long.txt", old_text: "end", new_text: "END" });
    expect(prepared.content).toMatchObject([
      { oldText: "line\nline\nline\nend\n", newText: "line\nline\nline\nEND\n" },
    ]);
    expect(text).toContain("40001\tEND");
  });
});

describe("what somebody else changed", () => {
  it("is reported and kept", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.ts", "one\ntwo\n");
    await scene.call(readTool, { path: "a.ts" });
    await scene.put("a.ts", "zero\none\ntwo\n");
    const { text, outcome } = await scene.call(editTool, { path: "a.ts", old_text: "two", new_text: "2" });
    expect(outcome.isError).toBeUndefined();
    expect(text).toContain("a.ts has changed since you last saw it");
    expect(await scene.text("a.ts")).toBe("zero\none\n2\n");
    const again = await scene.call(editTool, { path: "a.ts", old_text: "2", new_text: "3" });
    expect(again.text).not.toContain("since you last saw it");
  });

  it("between the question and the answer is in the result", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.ts", "one\ntwo\n");
    const prepared = await scene.prepare(editTool, { path: "a.ts", old_text: "two", new_text: "2" });
    await scene.put("a.ts", "uno\ntwo\n");
    const { outcome } = await scene.run(prepared);
    expect(outcome.content).toMatchObject([{ oldText: "uno\ntwo\n", newText: "uno\n2\n" }]);
    const late = await scene.prepare(editTool, { path: "a.ts", old_text: "2", new_text: "3" });
    await scene.put("a.ts", "gone\n");
    const failed = await scene.run(late);
    expect(failed.outcome.isError).toBe(true);
    expect(failed.text).toMatch(/was not found/);
    expect(await scene.text("a.ts")).toBe("gone\n");
  });
});

describe("several calls of one step", () => {
  it("lose nothing of each other when they run at the same time", async () => {
    await using scene = await openCodingScene();
    const names = Array.from({ length: 12 }, (_, index) => `item${String(index).padStart(2, "0")}`);
    await scene.put("a.txt", names.map((name) => `${name} = old\n`).join(""));
    const prepared = await Promise.all(
      names.map((name) =>
        scene.prepare(editTool, { path: "a.txt", old_text: `${name} = old`, new_text: `${name} = new` }),
      ),
    );
    const calls = await Promise.all(prepared.map((one) => scene.run(one)));
    expect(calls.every(({ outcome }) => outcome.isError === undefined)).toBe(true);
    expect(await scene.text("a.txt")).toBe(names.map((name) => `${name} = new\n`).join(""));
  });

  it("may build on each other before the first is made", async () => {
    await using scene = await openCodingScene();
    const [write, first, second] = await Promise.all([
      scene.prepare(writeTool, { path: "a.ts", content: "let a = 1;\n" }),
      scene.prepare(editTool, { path: "a.ts", old_text: "let a", new_text: "const a" }),
      scene.prepare(editTool, { path: "a.ts", old_text: "const a = 1", new_text: "const b = 2" }),
    ]);
    expect(second.subjects).toMatchObject([{ request: { kind: "write" } }]);
    expect(second.content).toMatchObject([{ oldText: "const a = 1;\n", newText: "const b = 2;\n" }]);
    // The person answers the last question first.
    const last = scene.run(second);
    const others = [await scene.run(write), await scene.run(first)];
    expect([...others, await last].map(({ outcome }) => outcome.isError)).toEqual([undefined, undefined, undefined]);
    expect(await scene.text("a.ts")).toBe("const b = 2;\n");
  });

  it("fail clearly when what they build on was not allowed", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.ts", "let a = 1;\n");
    const [, second] = await Promise.all([
      scene.prepare(editTool, { path: "a.ts", old_text: "let a", new_text: "const a" }),
      scene.prepare(editTool, { path: "a.ts", old_text: "const a = 1", new_text: "const b = 2" }),
    ]);
    const cancel = new AbortController();
    const running = scene.run(second, cancel.signal);
    cancel.abort();
    const { outcome } = await running;
    expect(outcome.isError).toBe(true);
    expect(await scene.text("a.ts")).toBe("let a = 1;\n");
    await scene.call(readTool, { path: "a.ts" });
    const again = await scene.call(editTool, { path: "a.ts", old_text: "const a = 1", new_text: "x" });
    expect(again.prepared.subjects).toMatchObject([{ request: { kind: "read" } }]);
  });
});

describe("through the client", () => {
  it("changes what the editor has, unsaved changes included, and leaves the disk to it", async () => {
    await using scene = await openCodingScene({ capabilities: FILES });
    const path = await scene.put("a.ts", "saved\n");
    scene.link.fake.files.set(path, "saved\nunsaved\n");
    await scene.call(editTool, { path: "a.ts", old_text: "unsaved", new_text: "edited" });
    expect(scene.link.fake.files.get(path)).toBe("saved\nedited\n");
    expect(await scene.text("a.ts")).toBe("saved\n");
  });
});
