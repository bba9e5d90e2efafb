import { utimes } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { globTool } from "./glob.ts";
import { openCodingScene } from "./testing/coding-scene.ts";

describe("finding files by name", () => {
  it("gives the newest first, without what is ignored", async () => {
    await using scene = await openCodingScene();
    await scene.put(".gitignore", "out\n");
    const times = { "old.ts": 1_000, "src/new.ts": 3_000, "src/b/middle.ts": 2_000, "out/x.ts": 9_000, "a.js": 9_000 };
    for (const [name, at] of Object.entries(times)) await utimes(await scene.put(name, ""), at, at);
    const { text, prepared } = await scene.call(globTool, { pattern: "*.ts" });
    expect(text).toBe("src/new.ts\nsrc/b/middle.ts\nold.ts");
    expect(prepared).toMatchObject({ title: "Find *.ts", subjects: [{ request: { kind: "read" } }] });
    expect((await scene.call(globTool, { glob: "*.ts", dir: "src" })).text).toBe("src/new.ts\nsrc/b/middle.ts");
    expect((await scene.call(globTool, { pattern: scene.path("src/**/m*.ts") })).text).toBe("src/b/middle.ts");
    expect((await scene.call(globTool, { pattern: "*.py" })).text).toBe("No file matches *.py.");
  });

  it("is cut where there are too many", async () => {
    await using scene = await openCodingScene();
    await Promise.all(Array.from({ length: 230 }, (_, index) => scene.put(`file${index}`, "")));
    expect((await scene.call(globTool, { pattern: "*" })).text).toMatch(/\[The newest 200 of 230 files.\]$/);
  });

  it("says what is wrong with a pattern", async () => {
    await using scene = await openCodingScene();
    expect(await scene.refuse(globTool, { pattern: "{a,b}".repeat(20) })).toMatch(/alternatives/);
  });
});
