import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestSession } from "../testing/open-session.ts";

describe("reading a file for the agent", () => {
  it("gives the content, or the lines asked for, counted from 1", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, "a.txt");
    await writeFile(path, "one\ntwo\nthree\n");
    expect(await session.call("fs/read_text_file", { path })).toEqual({ content: "one\ntwo\nthree\n" });
    expect(await session.call("fs/read_text_file", { path, line: 2, limit: 1 })).toEqual({ content: "two\n" });
    expect(await session.call("fs/read_text_file", { path, line: null, limit: null })).toEqual({
      content: "one\ntwo\nthree\n",
    });
    await expect(session.call("fs/read_text_file", { path, line: 0 })).rejects.toMatchObject({ code: -32602 });
  });

  it("says of a missing file what agents look for", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, "none.txt");
    const error = { code: -32002, data: { code: "file_not_found", path } };
    await expect(session.call("fs/read_text_file", { path })).rejects.toMatchObject(error);
    await expect(session.call("fs/read_text_file", { path })).rejects.toThrow(/not found.*ENOENT/);
  });

  it("tells apart what else is wrong", async () => {
    await using session = await openTestSession();
    const at = (name: string): string => join(session.cwd, name);
    await writeFile(at("binary"), Buffer.from([1, 0, 2]));
    await mkdir(at("folder"));
    const read = (path: string): Promise<unknown> => session.call("fs/read_text_file", { path });
    await expect(read(at("binary"))).rejects.toMatchObject({ code: -32602, data: { code: "file_is_binary" } });
    await expect(read(at("folder"))).rejects.toMatchObject({ code: -32602, data: { code: "file_is_directory" } });
    await expect(read("relative.txt")).rejects.toMatchObject({ code: -32602, data: { code: "file_path_invalid" } });
  });

  it.skipIf(process.getuid?.() === 0)("says what the system does not permit", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, "closed");
    await writeFile(path, "x");
    await chmod(path, 0);
    await expect(session.call("fs/read_text_file", { path })).rejects.toMatchObject({
      code: -32600,
      data: { code: "file_denied" },
    });
  });

  it("refuses paths that lead outside, by any way, with a note", async () => {
    await using session = await openTestSession();
    await writeFile(session.folder.file("secret.txt"), "secret");
    await symlink(session.folder.file("secret.txt"), join(session.cwd, "link"));
    for (const path of [
      session.folder.file("secret.txt"),
      join(session.cwd, "../secret.txt"),
      join(session.cwd, "link"),
    ]) {
      await expect(session.call("fs/read_text_file", { path })).rejects.toMatchObject({
        code: -32600,
        message: expect.stringContaining("outside this session's folders"),
        data: { code: "policy_denied", rule: { id: "outside-roots" } },
      });
    }
    expect(session.eventsOf("note").length).toBeGreaterThan(0);
    expect(session.person.questions).toEqual([]);
  });

  it("gives the same answer for every path outside, so that the agent learns nothing about it", async () => {
    await using session = await openTestSession();
    await symlink("/nowhere", session.folder.file("dead-link"));
    await mkdir(session.folder.file("folder"));
    const messages = new Set<string>();
    for (const name of ["dead-link", "folder", "missing", "home"]) {
      const path = session.folder.file(name);
      const error = await session.call("fs/read_text_file", { path }).catch((cause: unknown) => cause as Error);
      messages.add((error as Error).message.replace(path, "PATH"));
    }
    expect([...messages]).toHaveLength(1);
  });

  it("asks before a file that may hold secrets is read, once in a turn", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, ".env");
    await writeFile(path, "KEY=1");
    session.person.willChoose("allow_once");
    expect(await session.call("fs/read_text_file", { path })).toEqual({ content: "KEY=1" });
    expect(await session.call("fs/read_text_file", { path })).toEqual({ content: "KEY=1" });
    expect(session.person.questions).toMatchObject([
      { origin: "client", toolCall: { kind: "read", title: `Read ${path}`, locations: [{ path }] } },
    ]);
    const [asked] = session.eventsOf("permission_asked");
    const [answered] = session.eventsOf("permission_answered");
    expect(asked?.options.map(({ kind }) => kind)).toContain("allow_once");
    expect(answered).toMatchObject({
      interactionId: asked?.interactionId,
      by: "user",
      outcome: { outcome: "selected" },
    });
  });

  it("is the same in a second root, and for several at once one question does", async () => {
    await using other = await openTestSession();
    await using session = await openTestSession({ additionalFolders: [other.cwd] });
    const path = join(other.cwd, ".env");
    await writeFile(path, "KEY=1");
    session.person.willChoose("allow_once");
    const all = await Promise.all([1, 2, 3].map(() => session.call("fs/read_text_file", { path })));
    expect(all).toEqual([{ content: "KEY=1" }, { content: "KEY=1" }, { content: "KEY=1" }]);
    expect(session.person.questions).toHaveLength(1);
  });
});

describe("writing a file for the agent", () => {
  it("writes it as a whole, folders included, and answers with nothing", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, "new/folder/a.txt");
    expect(await session.call("fs/write_text_file", { path, content: "made" })).toEqual({});
    expect(await readFile(path, "utf8")).toBe("made");
    expect(session.person.questions).toEqual([]);
  });

  it("shows what would change before it is asked about, and writes nothing if rejected", async () => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    await writeFile(path, "old");
    session.person.willChoose("reject_once", { reason: "not today" });
    await expect(session.call("fs/write_text_file", { path, content: "new" })).rejects.toMatchObject({
      code: -32600,
      message: expect.stringContaining("not today"),
    });
    expect(await readFile(path, "utf8")).toBe("old");
    expect(session.person.questions[0]?.toolCall).toMatchObject({
      kind: "edit",
      content: [{ type: "diff", path, oldText: "old", newText: "new" }],
    });
  });

  it("does not show the old side of a file that would have to be asked about by itself", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, ".env");
    await writeFile(path, "PASSWORD=hunter2");
    await expect(session.call("fs/write_text_file", { path, content: "A=1" })).rejects.toThrow(/rejected/);
    expect(JSON.stringify(session.events)).not.toContain("hunter2");
    expect(session.person.questions[0]?.toolCall.content).toEqual([
      { type: "content", content: { type: "text", text: "A=1" } },
    ]);
  });

  it("names the rule that forbids it", async () => {
    await using session = await openTestSession();
    await session.rules.add({
      rule: { id: "no-sql", verdict: "deny", kind: "write", paths: "**/*.sql", note: "Ask Eve" },
    });
    const path = join(session.cwd, "a.sql");
    await expect(session.call("fs/write_text_file", { path, content: "x" })).rejects.toMatchObject({
      message: expect.stringMatching(/Ask Eve.*no-sql.*parley rules list/),
      data: { rule: { id: "no-sql", layer: "machine" } },
    });
  });

  it("can be served by an editor instead of the disk", async () => {
    const documents = new Map<string, string>();
    await using session = await openTestSession({
      files: () =>
        Promise.resolve({
          readTextFile: ({ path }) =>
            Promise.resolve({ content: documents.get(path) ?? "", realPath: path, lossy: false }),
          writeTextFile: ({ path, content }) => {
            documents.set(path, content);
            return Promise.resolve({ realPath: path, created: true, leftHardLinks: false });
          },
        }),
    });
    const path = join(session.cwd, "unsaved.txt");
    await session.call("fs/write_text_file", { path, content: "not saved" });
    expect(await session.call("fs/read_text_file", { path })).toEqual({ content: "not saved" });
    await expect(readFile(path)).rejects.toThrow("ENOENT");
  });

  // One answer used to do for the rest of the turn: whatever the agent wrote after the text that was shown.
  it("is asked about every time, because every text is another", async () => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    session.person.willChoose("allow_once");
    await session.call("fs/write_text_file", { path, content: "1" });
    await expect(session.call("fs/write_text_file", { path, content: "2" })).rejects.toThrow(/Permission denied/);
    await session.endTurn();
    await session.beginTurn();
    await expect(session.call("fs/write_text_file", { path, content: "3" })).rejects.toThrow(/Permission denied/);
    expect(await readFile(path, "utf8")).toBe("1");
  });
});
