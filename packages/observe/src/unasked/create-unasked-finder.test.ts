import { describe, expect, it } from "vitest";
import { createFrameFeeder, type FrameFeeder } from "../extract/testing/feed-frames.ts";
import type { Observation } from "../extract/observation.ts";
import { createUnaskedFinder } from "./create-unasked-finder.ts";
import type { DiskChange } from "./unasked.ts";

const OPTIONS = [
  { optionId: "once", name: "Yes", kind: "allow_once" },
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

interface TestTurns {
  /** What was done without asking in a turn with these messages. */
  turn(play: (feeder: FrameFeeder) => readonly (readonly Observation[])[]): readonly string[];
  changes(...changes: readonly DiskChange[]): readonly string[];
}

/** Real messages through a real extractor. */
function createTestTurns(): TestTurns {
  const feeder = createFrameFeeder();
  const finder = createUnaskedFinder();
  const said = (observations: readonly Observation[]): string[] =>
    observations.flatMap((each) => (each.type === "unasked" ? each.what : []));
  let id = 0;
  feeder.open("/repo");
  finder.add({ type: "session_opened", cwd: "/repo", how: "new", atMs: 1, sessionId: "s1" });
  return {
    turn(play) {
      id += 1;
      const all = [
        feeder.toAgent({ id, method: "session/prompt", params: { sessionId: "s1", prompt: [] } }),
        ...play(feeder),
        feeder.toClient({ id, result: { stopReason: "end_turn" } }),
      ];
      return all.flat().flatMap((observation) => said(finder.add(observation)));
    },
    changes: (...changes) => said(finder.reportChanges("s1", changes, 5)),
  };
}

const call = (feeder: FrameFeeder, fields: object): readonly Observation[] =>
  feeder.update({ sessionUpdate: "tool_call", toolCallId: "c1", ...fields });
const done = (feeder: FrameFeeder, status = "completed", toolCallId = "c1"): readonly Observation[] =>
  feeder.update({ sessionUpdate: "tool_call_update", toolCallId, status });
const ask = (feeder: FrameFeeder, toolCall: object, optionId: string): readonly Observation[] =>
  feeder.exchange(
    "session/request_permission",
    { toolCall: { toolCallId: "c1", ...toolCall }, options: OPTIONS },
    { outcome: optionId === "" ? { outcome: "cancelled" } : { outcome: "selected", optionId } },
  );

const edit = { kind: "edit", status: "pending", locations: [{ path: "/repo/src/a.ts" }] };
const run = { kind: "execute", status: "in_progress", rawInput: { command: "npm install left-pad" } };

describe("an unasked effect", () => {
  it.each<[string, object, string]>([
    ["an edit", edit, "Edited src/a.ts without asking"],
    ["a deletion", { ...edit, kind: "delete" }, "Deleted src/a.ts without asking"],
    ["a move", { kind: "move", rawInput: { from: "a", to: "b" } }, "Moved a, b without asking"],
    ["a command", run, "Ran `npm install left-pad` without asking"],
    ["an edit of nobody knows what", { kind: "edit", title: "Tidy up" }, "Edited something (Tidy up) without asking"],
    [
      "a command of a tool of no kind",
      { kind: "other", rawInput: { command: "rm -rf x" } },
      "Ran `rm -rf x` without asking",
    ],
  ])("is %s", (_, fields, sentence) => {
    expect(createTestTurns().turn((feeder) => [call(feeder, fields), done(feeder)])).toEqual([sentence]);
  });

  it("is reported once, however often it is announced and in whatever way it happens", () => {
    const found = createTestTurns().turn((feeder) => [
      call(feeder, edit),
      feeder.exchange("fs/write_text_file", { path: "/repo/src/a.ts", content: "" }, null),
      done(feeder),
      done(feeder),
    ]);
    expect(found).toEqual(["Wrote src/a.ts without asking"]);
  });

  it("is reported for each call, even if they edit the same file", () => {
    const found = createTestTurns().turn((feeder) => [
      call(feeder, { ...edit, status: "completed" }),
      call(feeder, { ...edit, status: "completed", toolCallId: "c2" }),
    ]);
    expect(found).toEqual(["Edited src/a.ts without asking", "Edited src/a.ts without asking"]);
  });

  it("is a file written through the client, and a command in a terminal", () => {
    const found = createTestTurns().turn((feeder) => [
      feeder.exchange("fs/write_text_file", { path: "/repo/a.ts", content: "" }, null),
      feeder.exchange("terminal/create", { command: "make all" }, { terminalId: "t" }),
      feeder.exchange("terminal/wait_for_exit", { terminalId: "t" }, { exitCode: 0 }),
      feeder.exchange("terminal/release", { terminalId: "t" }, null),
      feeder.exchange("terminal/create", { command: "make more" }, { terminalId: "t2" }),
    ]);
    expect(found).toEqual([
      "Wrote a.ts without asking",
      "Ran `make all` without asking",
      "Ran `make more` without asking",
    ]);
  });

  it("is a command once, though a call and a terminal have it", () => {
    const found = createTestTurns().turn((feeder) => [
      call(feeder, run),
      feeder.exchange("terminal/create", { command: "npm install left-pad" }, { terminalId: "t" }),
      feeder.exchange("terminal/release", { terminalId: "t" }, null),
      done(feeder),
    ]);
    expect(found).toEqual(["Ran `npm install left-pad` without asking"]);
  });

  it("is one that was refused", () => {
    const found = createTestTurns().turn((feeder) => [call(feeder, edit), ask(feeder, edit, "no"), done(feeder)]);
    expect(found).toEqual(["Edited src/a.ts although it was refused"]);
  });

  it("is a command that failed, for it may have done half of its work, and one that never ends", () => {
    expect(createTestTurns().turn((feeder) => [call(feeder, run), done(feeder, "failed")])).toHaveLength(1);
    expect(createTestTurns().turn((feeder) => [call(feeder, run)])).toHaveLength(1);
  });

  it("has no secrets in its sentence", () => {
    const fields = { kind: "execute", rawInput: { command: "deploy --token=abcdefgh12345678" } };
    const [sentence = ""] = createTestTurns().turn((feeder) => [call(feeder, fields), done(feeder)]);
    expect(sentence).toMatch(/^Ran `deploy --token=/);
    expect(sentence).not.toContain("abcdefgh");
  });
});

describe("no such effect", () => {
  it.each<[string, (feeder: FrameFeeder) => readonly (readonly Observation[])[]]>([
    ["is one that was allowed", (feeder) => [call(feeder, edit), ask(feeder, edit, "once"), done(feeder)]],
    ["is one under way before it is asked", (feeder) => [call(feeder, run), ask(feeder, run, "once"), done(feeder)]],
    [
      "is one that was refused and failed",
      (feeder) => [call(feeder, run), ask(feeder, run, "no"), done(feeder, "failed")],
    ],
    ["is one whose question was cancelled", (feeder) => [call(feeder, edit), ask(feeder, edit, "")]],
    ["is an edit that failed", (feeder) => [call(feeder, edit), done(feeder, "failed")]],
    ["is an edit that never began", (feeder) => [call(feeder, edit)]],
    ["is reading", (feeder) => [call(feeder, { ...edit, kind: "read" }), done(feeder)]],
    [
      "is looking around",
      (feeder) => [
        call(feeder, { kind: "execute", rawInput: { command: "cd src && ls | wc -l; git status" } }),
        done(feeder),
      ],
    ],
    [
      "is a write of a call that was allowed",
      (feeder) => [
        ask(feeder, edit, "once"),
        feeder.exchange("fs/write_text_file", { path: "/repo/src/a.ts", content: "" }, null),
        done(feeder),
      ],
    ],
    [
      "is a write of the file that was asked about, under another name",
      (feeder) => [
        ask(feeder, { ...edit, toolCallId: "asked" }, "once"),
        done(feeder, "completed", "asked"),
        feeder.exchange("fs/write_text_file", { path: "/repo/src/../src/a.ts", content: "" }, null),
      ],
    ],
    [
      "is a command that was asked about, under another name",
      (feeder) => [
        ask(feeder, { ...run, toolCallId: "asked" }, "once"),
        done(feeder, "completed", "asked"),
        feeder.exchange("terminal/create", { command: "npm install left-pad" }, { terminalId: "t" }),
      ],
    ],
  ])("%s", (_, play) => {
    expect(createTestTurns().turn(play)).toEqual([]);
  });

  it("is what a tool does after it was allowed always, but another tool is", () => {
    const turns = createTestTurns();
    const shell = { ...run, name: "Bash" };
    expect(turns.turn((feeder) => [ask(feeder, shell, "always"), done(feeder)])).toEqual([]);
    const later = (name: string | undefined, kind: string): readonly string[] =>
      turns.turn((feeder) => [
        call(feeder, { kind, name, toolCallId: `later ${kind} ${name}`, rawInput: { command: "make x" } }),
        done(feeder, "completed", `later ${kind} ${name}`),
      ]);
    expect(later("Bash", "execute")).toEqual([]);
    expect(later(undefined, "execute")).toEqual([]);
    expect(later("Terminal", "execute")).toHaveLength(1);
    expect(later("Write", "edit")).toHaveLength(1);
  });

  it("is what was allowed in this turn; in the next it is one", () => {
    const turns = createTestTurns();
    const write = (feeder: FrameFeeder): readonly Observation[] =>
      feeder.exchange("fs/write_text_file", { path: "/repo/src/a.ts", content: "" }, null);
    expect(turns.turn((feeder) => [ask(feeder, edit, "once"), done(feeder), write(feeder)])).toEqual([]);
    expect(turns.turn((feeder) => [write(feeder)])).toHaveLength(1);
  });
});

describe("files that changed on the disk", () => {
  it("are reported if no message named them", () => {
    const turns = createTestTurns();
    turns.turn((feeder) => [ask(feeder, edit, "once"), done(feeder)]);
    const found = turns.changes(
      { kind: "changed", path: "src/a.ts" },
      { kind: "changed", path: "src/b.ts" },
      { kind: "added", path: "/repo/c.ts" },
      { kind: "deleted", path: "d.ts" },
      { kind: "renamed", path: "f.ts", oldPath: "e.ts" },
    );
    expect(found).toEqual([
      "src/b.ts was changed on the disk, and no message said so",
      "c.ts was made on the disk, and no message said so",
      "d.ts was deleted on the disk, and no message said so",
      "f.ts was e.ts before this turn, and no message said so",
    ]);
    expect(turns.changes({ kind: "deleted", path: "d.ts" })).toEqual([]);
  });

  it("are reported even if the file was read, or its change refused", () => {
    const turns = createTestTurns();
    turns.turn((feeder) => [call(feeder, { ...edit, kind: "read", status: "completed" })]);
    expect(turns.changes({ kind: "changed", path: "src/a.ts" })).toHaveLength(1);
    turns.turn((feeder) => [call(feeder, edit), ask(feeder, edit, "no"), done(feeder, "failed")]);
    expect(turns.changes({ kind: "changed", path: "src/a.ts" })).toEqual([
      "src/a.ts was changed on the disk, although it was refused",
    ]);
  });

  it("are not reported below a deleted folder, or if a command may have changed them", () => {
    const turns = createTestTurns();
    turns.turn((feeder) => [call(feeder, { kind: "delete", status: "completed", locations: [{ path: "old" }] })]);
    expect(turns.changes({ kind: "deleted", path: "old/deep/a.ts" })).toEqual([]);
    turns.turn((feeder) => [call(feeder, run), done(feeder)]);
    expect(turns.changes({ kind: "changed", path: "package.json" })).toEqual([]);
  });

  it("are reported if the command ran at another time, or only read", () => {
    const turns = createTestTurns();
    turns.turn((feeder) => [call(feeder, run), done(feeder)]);
    expect(turns.changes({ kind: "changed", path: "a", changedAtMs: 100_001 })).toHaveLength(1);
    turns.turn((feeder) => [call(feeder, { ...run, rawInput: { command: "ls -la" } }), done(feeder)]);
    expect(turns.changes({ kind: "changed", path: "a" })).toHaveLength(1);
  });

  it("are reported one by one up to a limit", () => {
    const turns = createTestTurns();
    turns.turn(() => []);
    const many = Array.from({ length: 250 }, (_, index): DiskChange => ({ kind: "added", path: `f${index}` }));
    const found = turns.changes(...many);
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toBe("150 more files were changed on the disk, and no message said so");
  });
});
