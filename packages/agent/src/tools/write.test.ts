import { RpcError } from "@parley/rpc";
import { chmod, readFile, stat, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { FILES } from "../client-io/testing/client-link.ts";
import { editTool } from "./edit.ts";
import { readTool } from "./read.ts";
import { openCodingScene } from "./testing/coding-scene.ts";
import { writeTool } from "./write.ts";

describe("a write", () => {
  it("creates a file with its folders, shown as new before", async () => {
    await using scene = await openCodingScene();
    const prepared = await scene.prepare(writeTool, { path: "new/deep/a.ts", content: "one\n" });
    const path = scene.path("new/deep/a.ts");
    expect(prepared).toMatchObject({
      title: "Create new/deep/a.ts",
      locations: [{ path }],
      content: [{ type: "diff", path, oldText: null, newText: "one\n" }],
      subjects: [{ request: { kind: "write" }, facts: { real: path, kind: "missing" } }],
    });
    await expect(stat(scene.path("new"))).rejects.toThrow("ENOENT");
    expect((await scene.run(prepared)).text).toBe("Created new/deep/a.ts: 1 line.");
    expect(await scene.text("new/deep/a.ts")).toBe("one\n");
  });

  it("replaces a file, keeping its mode, mark and line ends", async () => {
    await using scene = await openCodingScene();
    const path = await scene.put("a.sh", "\uFEFFold\r\n");
    await chmod(path, 0o755);
    const { prepared, text } = await scene.call(writeTool, { file_path: "a.sh", content: "new\nlines\n" });
    expect(prepared).toMatchObject({
      title: "Write a.sh",
      content: [{ oldText: "\uFEFFold\r\n", newText: "\uFEFFnew\r\nlines\r\n" }],
    });
    expect(text).toBe("Replaced a.sh: 2 lines.");
    expect(await scene.text("a.sh")).toBe("\uFEFFnew\r\nlines\r\n");
    expect((await stat(path)).mode & 0o777).toBe(0o755);
  });

  it("replaces what is no text, without showing it", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.bin", Buffer.from([1, 0, 2]));
    const { prepared } = await scene.call(writeTool, { path: "a.bin", content: "text" });
    expect(prepared).toMatchObject({
      title: "Write a.bin",
      content: [{ type: "content", content: { text: "```\ntext\n```" } }],
    });
    expect(await scene.text("a.bin")).toBe("text");
  });

  it("does not show, nor even read before it is decided on, what may hold secrets", async () => {
    await using scene = await openCodingScene({ capabilities: FILES });
    const path = await scene.put(".env", "PASSWORD=hunter2\n");
    const prepared = await scene.prepare(writeTool, { path: ".env", content: "A=1\n" });
    expect(prepared).toMatchObject({ title: "Write .env", content: [{ type: "content" }] });
    expect(scene.link.methods).toEqual([]);
    scene.link.fake.files.set(path, "PASSWORD=hunter2\n");
    const { outcome } = await scene.run(prepared);
    expect(JSON.stringify([prepared, outcome])).not.toContain("hunter2");
    expect(scene.link.fake.files.get(path)).toBe("A=1\n");
  });

  it("does not write over what somebody else changed since it was seen", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.ts", "one\n");
    await scene.call(readTool, { path: "a.ts" });
    const prepared = await scene.prepare(writeTool, { path: "a.ts", content: "mine\n" });
    await scene.put("a.ts", "theirs\n");
    expect((await scene.run(prepared)).outcome.isError).toBe(true);
    expect(await scene.refuse(writeTool, { path: "a.ts", content: "mine\n" })).toMatch(
      /changed since you last saw it.*Read it again/,
    );
    expect(await scene.text("a.ts")).toBe("theirs\n");
    await scene.call(readTool, { path: "a.ts" });
    await scene.call(writeTool, { path: "a.ts", content: "both\n" });
    await scene.call(editTool, { path: "a.ts", old_text: "both", new_text: "all" });
    await scene.call(writeTool, { path: "a.ts", content: "mine\n" });
    expect(await scene.text("a.ts")).toBe("mine\n");
  });

  it("refuses folders, and writes nothing outside", async () => {
    await using scene = await openCodingScene();
    await scene.put("src/a.ts", "");
    expect(await scene.refuse(writeTool, { path: "src", content: "" })).toBe("src is a folder. Name a file.");
    await symlink(scene.folder.file("outside.txt"), scene.path("link"));
    for (const path of ["link", "../outside.txt", scene.folder.file("outside.txt")]) {
      expect((await scene.call(writeTool, { path, content: "x" })).outcome.isError).toBe(true);
    }
    await expect(readFile(scene.folder.file("outside.txt"))).rejects.toThrow("ENOENT");
  });

  it("goes to the client where it takes it, and nowhere else when it fails there", async () => {
    await using scene = await openCodingScene({
      capabilities: FILES,
      handlers: {
        "fs/write_text_file": () => {
          throw new RpcError(-32603, "Internal error", { details: "the buffer is locked" });
        },
      },
    });
    const { outcome, text } = await scene.call(writeTool, { path: "a.ts", content: "x" });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/The client could not write "a.ts".*the buffer is locked/);
    await expect(scene.text("a.ts")).rejects.toThrow("ENOENT");
  });
});
