import type { ChangedFile, SessionEventBody } from "@parley/acp";
import { createSnapshots } from "@parley/machine";
import { createTempFolder, nextFileTime } from "@parley/test-support";
import { appendFile, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STAMP_LAG_MS } from "../../limits.ts";
import { openTestSession, type TestSession, type TestSessionOptions } from "../testing/open-session.ts";
import { undoChanges } from "../testing/undo-changes.ts";

type Changes = Extract<SessionEventBody, { type: "changes" }>;

const open = (options: TestSessionOptions = {}): Promise<TestSession> =>
  openTestSession({ snapshots: true, ...options });

/** A turn in which this happens. */
async function turn(session: TestSession, action: () => Promise<unknown>): Promise<Changes | undefined> {
  const known = session.eventsOf("changes").length;
  await session.beginTurn();
  await action();
  await session.endTurn();
  return session.eventsOf("changes")[known];
}

function uncovered({ files }: Changes): string[] {
  return files.filter(({ isUncovered }) => isUncovered === true).map(({ path }) => path);
}

describe("the changes of a turn", () => {
  it("are listed, however they were made", async () => {
    await using session = await open();
    const at = (name: string): string => join(session.cwd, name);
    const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");
    await mkdir(at("sub"));
    await writeFile(at("changed.txt"), "one\ntwo\nthree\n");
    await writeFile(at("gone.txt"), "gone\n");
    await writeFile(at("old-name.txt"), long);
    await writeFile(at("same.txt"), "same");
    const changes = await turn(session, async () => {
      await writeFile(at("changed.txt"), "one\nTWO\nthree\nfour\n");
      await rm(at("gone.txt"));
      await rename(at("old-name.txt"), at("sub/new-name.txt"));
      await writeFile(at("new.bin"), Buffer.from([0, 1, 2]));
      await writeFile(at("same.txt"), "same");
    });
    const isUncovered = true;
    expect(changes?.files).toEqual<ChangedFile[]>([
      { path: "changed.txt", change: "modified", linesAdded: 2, linesRemoved: 1, isUncovered },
      { path: "gone.txt", change: "deleted", linesAdded: 0, linesRemoved: 1, isUncovered },
      { path: "new.bin", change: "added", isUncovered },
      { path: "sub/new-name.txt", change: "renamed", from: "old-name.txt", isUncovered },
    ]);
    expect(changes?.omitted).toBeUndefined();
  });

  it("are listed in git's own files where those run something, unless a command did that was allowed", async () => {
    await using session = await open();
    const at = (name: string): string => join(session.cwd, name);
    await mkdir(at(".git/hooks"), { recursive: true });
    await writeFile(at(".git/HEAD"), "ref: refs/heads/main\n");
    await writeFile(at(".git/config"), "[core]\n");
    const changes = await turn(session, async () => {
      await writeFile(at(".git/hooks/pre-commit"), "#!/bin/sh\n");
      await writeFile(at(".git/config"), "[core]\n\tfsmonitor = ./evil\n");
      await writeFile(at(".git/index"), "x");
    });
    expect(changes && uncovered(changes)).toEqual([".git/config", ".git/hooks/pre-commit"]);
    const { cwd, parleyHome } = session;
    const { restored } = await undoChanges({ cwd, parleyHome, event: changes ?? { before: "", after: "" } });
    expect(restored.toSorted()).toEqual([".git/config", ".git/hooks/pre-commit"]);
    expect(await readFile(at(".git/config"), "utf8")).toBe("[core]\n");
  });

  it("are no event where nothing changed", async () => {
    await using session = await open();
    await writeFile(join(session.cwd, "a.txt"), "a");
    expect(await turn(session, () => Promise.resolve())).toBeUndefined();
    expect(session.events).toEqual([]);
  });

  it("are those of that turn only", async () => {
    await using session = await open();
    const path = join(session.cwd, "a.txt");
    await turn(session, () => writeFile(path, "1\n"));
    await appendFile(path, "2\n");
    expect(await turn(session, () => appendFile(path, "3\n"))).toMatchObject({
      files: [{ path: "a.txt", change: "modified", linesAdded: 1, linesRemoved: 0 }],
    });
  });

  it("are listed up to a limit, and counted", async () => {
    await using session = await open({ limits: { changedFilesMax: 3 } });
    const changes = await turn(session, async () => {
      for (let index = 0; index < 10; index += 1) await writeFile(join(session.cwd, `file-${index}`), "x");
    });
    expect(changes).toMatchObject({ files: [{ path: "file-0" }, { path: "file-1" }, { path: "file-2" }], omitted: 7 });
  });

  it("do not fail the turn when they cannot be found out", async () => {
    await using session = await open();
    await writeFile(session.folder.file("home"), "a file where our folder should be");
    expect(await turn(session, () => writeFile(join(session.cwd, "a"), "x"))).toBeUndefined();
    expect(session.eventsOf("note")).toMatchObject([{ level: "warning", text: expect.stringContaining("snapshot") }]);
  });

  it("are not tracked in the home folder, which is said once", async () => {
    await using home = await createTempFolder();
    const before = process.env["HOME"];
    process.env["HOME"] = home.path;
    try {
      await using session = await open({ cwd: home.path });
      await turn(session, () => writeFile(home.file("a"), "x"));
      await turn(session, () => writeFile(home.file("a"), "y"));
      expect(session.events).toMatchObject([{ type: "note", level: "info", text: expect.stringContaining(home.path) }]);
    } finally {
      process.env["HOME"] = before;
    }
  });
});

describe("a folder that is reached by a link", () => {
  it("is the same folder, for files and for changes", async () => {
    await using folder = await createTempFolder();
    await mkdir(folder.file("real"));
    await symlink(folder.file("real"), folder.file("link"));
    await using session = await open({ cwd: folder.file("link") });
    const changes = await turn(session, async () => {
      await session.call("fs/write_text_file", { path: folder.file("link/a.txt"), content: "a" });
      await session.call("fs/write_text_file", { path: folder.file("real/b.txt"), content: "b" });
      await writeFile(folder.file("link/c.txt"), "c");
    });
    expect(changes?.files.map(({ path }) => path)).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect(changes && uncovered(changes)).toEqual(["c.txt"]);
  });
});

describe("a change is covered", () => {
  it("by a write through the client, and by a permission for that file", async () => {
    await using session = await open();
    const at = (name: string): string => join(session.cwd, name);
    const changes = await turn(session, async () => {
      await session.call("fs/write_text_file", { path: at("written.txt"), content: "x" });
      const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
      const toolCall = { toolCallId: "1", kind: "edit", locations: [{ path: at("permitted.txt") }] } as const;
      await session.call("session/request_permission", {
        toolCall: { ...toolCall, locations: [...toolCall.locations] },
        options,
      });
      await writeFile(at("permitted.txt"), "x");
      await writeFile(at("silent.txt"), "x");
    });
    expect(changes?.files).toHaveLength(3);
    expect(changes && uncovered(changes)).toEqual(["silent.txt"]);
  });

  describe("by the text that a person approved", () => {
    const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];

    /** A turn at the level supervised in which a person allows each question; returns the marks of the files by their path. */
    async function ask(
      files: Readonly<Record<string, string>>,
      action: (session: TestSession, allow: (toolCall: object) => Promise<unknown>) => Promise<unknown>,
    ): Promise<Readonly<Record<string, string>>> {
      await using session = await open({ level: "supervised" });
      for (const [name, text] of Object.entries(files)) await writeFile(join(session.cwd, name), text);
      const allow = (toolCall: object): Promise<unknown> => {
        session.person.willChoose("allow_once");
        const given = { toolCallId: "1", kind: "edit", ...toolCall } as const;
        return session.call("session/request_permission", { toolCall: given, options });
      };
      const changes = await turn(session, () => action(session, allow));
      return Object.fromEntries(
        (changes?.files ?? []).map(({ path, isUncovered, differsFromApproved }) => [
          path,
          differsFromApproved === true ? "differs" : isUncovered === true ? "uncovered" : "covered",
        ]),
      );
    }

    const diff = (session: TestSession, name: string, oldText: string | undefined, newText: string): object => ({
      content: [{ type: "diff", path: join(session.cwd, name), oldText, newText }],
    });

    it("and by no other text, also where the call names the folder as well", async () => {
      const marks = await ask({ "old.txt": "one\ntwo\n" }, async (session, allow) => {
        const at = (name: string): string => join(session.cwd, name);
        await allow(diff(session, "good.txt", undefined, "A\n"));
        await writeFile(at("good.txt"), "A\n");
        await allow({ ...diff(session, "evil.txt", undefined, "A\n"), locations: [{ path: session.cwd }] });
        await writeFile(at("evil.txt"), "B\n");
        await allow(diff(session, "old.txt", "two", "2"));
        await writeFile(at("old.txt"), "one\n2\nevil\n");
      });
      expect(marks).toEqual({ "evil.txt": "differs", "good.txt": "covered", "old.txt": "differs" });
    });

    it("although several edits were approved before the first was made", async () => {
      const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");
      const marks = await ask({ "a.txt": text }, async (session, allow) => {
        await allow(diff(session, "a.txt", text, text.replace("line 3\n", "three\n")));
        await allow(diff(session, "a.txt", text, text.replace("line 15\n", "fifteen\n")));
        const both = text.replace("line 3\n", "three\n").replace("line 15\n", "fifteen\n");
        await writeFile(join(session.cwd, "a.txt"), both);
      });
      expect(marks).toEqual({ "a.txt": "covered" });
    });

    it("and by what the client wrote with approval, not by what the agent writes after it", async () => {
      const marks = await ask({}, async (session) => {
        for (const name of ["good.txt", "evil.txt"]) {
          session.person.willChoose("allow_once");
          await session.call("fs/write_text_file", { path: join(session.cwd, name), content: "A\n" });
        }
        await writeFile(join(session.cwd, "evil.txt"), "B\n");
      });
      expect(marks).toEqual({ "evil.txt": "differs", "good.txt": "covered" });
    });

    it("or by a question that showed the path alone, and by a command that was allowed after it", async () => {
      const marks = await ask({}, async (session, allow) => {
        const at = (name: string): string => join(session.cwd, name);
        await allow({ locations: [{ path: at("path-only.txt") }] });
        await writeFile(at("path-only.txt"), "B\n");
        await allow(diff(session, "formatted.txt", undefined, "A\n"));
        await allow({ toolCallId: "2", kind: "execute", rawInput: { command: "make format" } });
        await writeFile(at("formatted.txt"), "a\n");
      });
      expect(marks).toEqual({ "formatted.txt": "covered", "path-only.txt": "covered" });
    });
  });

  it("by a permission for a folder that is deleted", async () => {
    await using session = await open({ level: "bypass" });
    await mkdir(join(session.cwd, "folder/deep"), { recursive: true });
    await writeFile(join(session.cwd, "folder/deep/a"), "x");
    await writeFile(join(session.cwd, "folder-2"), "x");
    const changes = await turn(session, async () => {
      const toolCall = { toolCallId: "1", kind: "delete", rawInput: { path: join(session.cwd, "folder") } } as const;
      await session.call("session/request_permission", {
        toolCall,
        options: [{ optionId: "y", name: "", kind: "allow_once" }],
      });
      await rm(join(session.cwd, "folder"), { recursive: true });
      await rm(join(session.cwd, "folder-2"));
    });
    expect(changes && uncovered(changes)).toEqual(["folder-2"]);
  });

  it("not by one that was rejected, or that only reads", async () => {
    await using session = await open({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    const options = [
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ];
    const changes = await turn(session, async () => {
      for (const kind of ["edit", "read"] as const) {
        const toolCall = { toolCallId: kind, kind, locations: [{ path }] };
        await session.call("session/request_permission", { toolCall, options });
      }
      await writeFile(path, "x");
    });
    expect(session.eventsOf("permission_answered").map(({ outcome }) => outcome)).toMatchObject([
      { optionId: "no" },
      { optionId: "yes" },
    ]);
    expect(changes && uncovered(changes)).toEqual(["a.txt"]);
  });

  it("by a command that the agent runs itself, until it says that it is done", async () => {
    await using session = await open();
    const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
    const at = (name: string): string => join(session.cwd, name);
    session.person.willChoose("allow_once");
    const changes = await turn(session, async () => {
      const toolCall = { toolCallId: "1", kind: "execute", rawInput: { command: "make" } } as const;
      await session.call("session/request_permission", { toolCall, options });
      await writeFile(at("during.txt"), "x");
      session.update({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed" });
      await laterByFileTime(`${session.cwd}-probe`);
      await writeFile(at("after.txt"), "x");
    });
    expect(changes && uncovered(changes)).toEqual(["after.txt"]);
  });

  it("in all later turns, once the agent was given a lasting permission", async () => {
    await using session = await open({ level: "supervised" });
    const options = [{ optionId: "always", name: "Always", kind: "allow_always" }];
    session.person.willChoose("allow_always");
    await turn(session, () =>
      session.call("session/request_permission", { toolCall: { toolCallId: "1", kind: "edit" }, options }),
    );
    const changes = await turn(session, () => writeFile(join(session.cwd, "later.txt"), "x"));
    expect(changes && uncovered(changes)).toEqual([]);
  });
});

/** Resolves once a change would be seen as later than all before: the product allows for a clock of the file system that lags. */
async function laterByFileTime(probe: string): Promise<void> {
  const from = await nextFileTime(probe);
  while ((await nextFileTime(probe)) <= from + 2 * STAMP_LAG_MS);
}

describe("the snapshot before a turn", () => {
  it("holds a prompt up only so long, and then what the agent does through us", async () => {
    await using session = await open({ limits: { snapshotWaitMs: 1 } });
    for (let index = 0; index < 400; index += 1) await writeFile(join(session.cwd, `file-${index}`), "x".repeat(2_000));
    const path = join(session.cwd, "written.txt");
    const changes = await turn(session, async () => {
      // The prompt is out, the snapshot is not there yet; the write waits for it, and is in the difference.
      await session.call("fs/write_text_file", { path, content: "x" });
    });
    expect(changes?.files).toEqual([{ path: "written.txt", change: "added", linesAdded: 1, linesRemoved: 0 }]);
  });

  it("is given up after a while, which is noted", async () => {
    await using session = await open({ limits: { snapshotMs: 0 } });
    for (let index = 0; index < 50; index += 1) await writeFile(join(session.cwd, `file-${index}`), "x");
    await turn(session, () => session.call("fs/write_text_file", { path: join(session.cwd, "a"), content: "x" }));
    expect(session.eventsOf("changes")).toEqual([]);
    expect(session.eventsOf("note")).toHaveLength(1);
  });
});

describe("undoing a turn", () => {
  it("restores everything, and reports what it skipped and why", async () => {
    await using session = await open();
    const { cwd, parleyHome } = session;
    const at = (name: string): string => join(cwd, name);
    await writeFile(at("changed.txt"), "old");
    await writeFile(at("gone.txt"), "gone");
    await writeFile(at("edited.txt"), "old");
    const event = await turn(session, async () => {
      await writeFile(at("changed.txt"), "new");
      await rm(at("gone.txt"));
      await writeFile(at("added.txt"), "added");
      await writeFile(at("edited.txt"), "new");
    });
    if (event === undefined) throw new Error("nothing changed");
    await writeFile(at("edited.txt"), "edited by a person since");

    const some = await undoChanges({ cwd, parleyHome, event, paths: ["gone.txt", "no-such"] });
    expect(some).toMatchObject({ restored: ["gone.txt"], left: [{ path: "no-such", reason: "not_in_diff" }] });
    expect(await readFile(at("changed.txt"), "utf8")).toBe("new");

    const rest = await undoChanges({ cwd, parleyHome, event });
    expect(rest.left).toEqual([{ path: "edited.txt", reason: "changed_since" }]);
    expect(await readFile(at("changed.txt"), "utf8")).toBe("old");
    expect(await readFile(at("edited.txt"), "utf8")).toBe("edited by a person since");
    await expect(readFile(at("added.txt"))).rejects.toThrow("ENOENT");

    await undoChanges({ cwd, parleyHome, event, overwrite: true });
    expect(await readFile(at("edited.txt"), "utf8")).toBe("old");

    const snapshots = await createSnapshots({ folder: cwd, store: join(parleyHome, "checkpoints") });
    await snapshots.restore(rest.undo, { overwrite: true });
    expect(await readFile(at("edited.txt"), "utf8")).toBe("edited by a person since");
  });

  it("works through a link to the folder too, and says when it was too long ago", async () => {
    await using session = await open();
    const event = await turn(session, () => writeFile(join(session.cwd, "a"), "x"));
    if (event === undefined) throw new Error("nothing changed");
    await symlink(session.cwd, session.folder.file("link"));
    const { parleyHome } = session;
    const undone = await undoChanges({ cwd: session.folder.file("link"), parleyHome, event });
    expect(undone.restored).toEqual(["a"]);
    const lost = { ...event, before: "0199aaaa-0000-7000-8000-000000000000" };
    await expect(undoChanges({ cwd: session.cwd, parleyHome, event: lost })).rejects.toMatchObject({
      code: "snapshot_not_found",
    });
  });
});
