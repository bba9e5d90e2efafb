import { createMarker } from "@parley/test-support";
import { chmod, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { grepTool } from "./grep.ts";
import { searchPlainly } from "./searching/plain-search.ts";
import { searchWithRipgrep } from "./searching/ripgrep.ts";
import { openCodingScene } from "./testing/coding-scene.ts";

const REQUEST = {
  isLiteral: false,
  isCaseInsensitive: false,
  mode: "content",
  context: 0,
  glob: undefined,
  file: undefined,
} as const;

describe("searching", () => {
  it("shows the lines under their files", async () => {
    await using scene = await openCodingScene();
    await scene.put("b.ts", "const one = 1;\nconst two = 2;\n");
    await scene.put("src/a.ts", "let one;\r\n");
    const { text, prepared } = await scene.call(grepTool, { pattern: "\\bone\\b" });
    expect(text).toBe("b.ts\n1: const one = 1;\n\nsrc/a.ts\n1: let one;");
    expect(prepared).toMatchObject({
      title: "Search for \\bone\\b",
      subjects: [{ request: { kind: "read" }, facts: { real: scene.cwd } }],
    });
  });

  it.each([
    [{ pattern: "one", mode: "files" }, "b.ts\nsrc/a.ts"],
    [{ pattern: "one", output_mode: "count" }, "b.ts: 3\nsrc/a.ts: 1"],
    [{ pattern: "ONE", case_insensitive: true, mode: "files" }, "b.ts\nsrc/a.ts"],
    [{ pattern: "one", glob: "*.ts", path: "src" }, "src/a.ts\n1: one"],
    [{ pattern: "one", glob: "src/**", mode: "files" }, "src/a.ts"],
    [{ pattern: "three", context: 1 }, "b.ts\n2- two\n3: three\n4- four\n…\n6- one\n7: three"],
    [{ pattern: "o.e", literal: true }, "No matches for o.e."],
    [{ pattern: "two\\nthree", mode: "files" }, "b.ts"],
    [{ pattern: "-one" }, "No matches for -one."],
    [{ pattern: "one", file_path: "src/a.ts" }, "src/a.ts\n1: one"],
    [{ pattern: "e$", path: "src/a.ts", mode: "count" }, "src/a.ts: 1"],
  ])("accepts %j", async (input, expected) => {
    await using scene = await openCodingScene();
    await scene.put("b.ts", "one one\ntwo\nthree\nfour\n\none\nthree\n");
    await scene.put("src/a.ts", "one\r\n");
    expect((await scene.call(grepTool, input)).text).toBe(expected);
  });

  it("leaves out what is ignored, unless it is named", async () => {
    await using scene = await openCodingScene();
    await scene.put(".gitignore", "dist\n");
    for (const name of ["dist/a.js", "node_modules/x/a.js", ".hidden/a.js"]) await scene.put(name, "needle");
    expect((await scene.call(grepTool, { pattern: "needle", mode: "files" })).text).toBe(".hidden/a.js");
    expect((await scene.call(grepTool, { pattern: "needle", path: "dist" })).text).toBe("dist/a.js\n1: needle");
    expect((await scene.call(grepTool, { pattern: "needle", path: "node_modules" })).text).toContain("1: needle");
  });

  it("does not show what may hold secrets, unless it is named and so asked about", async () => {
    await using scene = await openCodingScene();
    await scene.put(".env", "TOKEN=hunter2\n");
    await scene.put("a.ts", "TOKEN\n");
    const { text } = await scene.call(grepTool, { pattern: "TOKEN" });
    expect(text).toBe(
      "a.ts\n1: TOKEN\n[1 more file with matches is not shown, because they may contain secrets: set path to one of them to request it.]",
    );
    const named = await scene.call(grepTool, { pattern: "TOKEN", path: ".env" });
    expect(named.prepared.subjects).toMatchObject([{ facts: { real: scene.path(".env") } }]);
    expect(named.text).toContain("hunter2");
  });

  it("asks the session's own policy where there is one", async () => {
    await using scene = await openCodingScene({ mayRead: async ({ real }) => !real.includes("private") });
    await scene.put("private/a.ts", "needle\n");
    await scene.put("b.ts", "needle\n");
    expect((await scene.call(grepTool, { pattern: "needle", mode: "files" })).text).toMatch(/^b.ts\n\[1 more/);
  });

  it("says what is wrong with an expression, in ripgrep's words", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.ts", "x");
    const { outcome, text } = await scene.call(grepTool, { pattern: "a(b" });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/unclosed group/);
  });

  it("is cut by lines and by length", async () => {
    await using scene = await openCodingScene();
    await scene.put("many.txt", "needle\n".repeat(3_000));
    await scene.put("wide.txt", `needle ${"x".repeat(100_000)}\n`);
    const many = await scene.call(grepTool, { pattern: "needle" });
    expect(many.text).toMatch(/\n500: needle\n\[Truncated/);
    const wide = await scene.call(grepTool, { pattern: "needle", path: "wide.txt" });
    expect(wide.text.length).toBeLessThan(1_000);
  });

  it("says what is not there, and leaves what is outside to policy", async () => {
    await using scene = await openCodingScene();
    expect(await scene.refuse(grepTool, { pattern: "x", path: "none" })).toBe("File or folder none not found.");
    await symlink("/etc", scene.path("etc"));
    expect((await scene.prepare(grepTool, { pattern: "x", path: "etc" })).subjects).toMatchObject([
      { facts: { real: "/etc" } },
    ]);
  });

  it("ends when it is cancelled, and so does the program", async () => {
    await using scene = await openCodingScene();
    const marker = createMarker();
    const [mark] = Object.entries(marker.env).map(([name, value]) => `export ${name}=${value}`);
    const program = await scene.put("slow.sh", `#!/bin/sh\n${mark}\nprintf 'a.txt\\0001:found\\n'\nsleep 300 & wait\n`);
    await chmod(program, 0o755);
    const cancel = new AbortController();
    const searching = searchWithRipgrep(program, { ...REQUEST, folder: scene.cwd, pattern: "x" }, cancel.signal);
    await expect.poll(() => marker.find()).not.toEqual([]);
    cancel.abort();
    expect(await searching).toMatchObject({ isCut: true, notes: ["Cancelled"] });
    expect(await marker.find()).toEqual([]);
    const { text } = await scene.call(grepTool, { pattern: "needle" }, AbortSignal.abort());
    expect(text).toBe("Cancelled.");
  });
});

describe("searching where ripgrep is missing", () => {
  const never = new AbortController().signal;

  it("finds plain text, and says so", async () => {
    await using scene = await openCodingScene();
    await scene.put("src/a.ts", "one\ntwo\n");
    await scene.put("b.bin", Buffer.from("two\0"));
    const answer = await searchPlainly({ ...REQUEST, folder: scene.cwd, pattern: "tw", context: 1 }, never);
    expect(answer).toMatchObject({
      files: [
        {
          path: "src/a.ts",
          count: 1,
          lines: [
            { line: 1, isMatch: false },
            { line: 2, text: "two", isMatch: true },
          ],
        },
      ],
      notes: [expect.stringContaining("ripgrep is not available")],
    });
  });

  it("refuses expressions that it cannot read", async () => {
    await using scene = await openCodingScene();
    const answer = await searchPlainly({ ...REQUEST, folder: scene.cwd, pattern: "a.*b" }, never);
    expect(answer).toMatchObject({ failed: expect.stringContaining("regular expressions are not supported") });
  });
});
