import { afterEach, describe, expect, it } from "vitest";
import { connectPretendClient, EVERYTHING, type PretendClient } from "../../../test/pretend-client.ts";

let client: PretendClient;
afterEach(() => client.close());

async function play(script: string, fs = EVERYTHING.fs): Promise<unknown[]> {
  client = await connectPretendClient({ capabilities: { ...EVERYTHING, fs: { ...fs } } });
  client.files.set("/project/notes.txt", "one\ntwo\nthree\n");
  const sessionId = await client.settledSession();
  return (await client.prompt(sessionId, script)).updates;
}

const location = { path: "/project/notes.txt" };

describe("read", () => {
  it("shows the file, and where it is", async () => {
    expect(await play("read ./notes.txt 2 1")).toMatchObject([
      {
        sessionUpdate: "tool_call",
        kind: "read",
        status: "pending",
        title: "Read ./notes.txt",
        locations: [{ ...location, line: 2 }],
        rawInput: { ...location, line: 2, limit: 1 },
      },
      { sessionUpdate: "tool_call_update", status: "in_progress" },
      { sessionUpdate: "tool_call_update", status: "completed", content: [{ content: { text: "two" } }] },
    ]);
    expect(client.calls).toEqual(["fs/read_text_file"]);
  });

  it("fails with the client's reason", async () => {
    expect((await play("read /nowhere")).at(-1)).toMatchObject({
      status: "failed",
      content: [{ content: { text: "fs/read_text_file failed: No such file: /nowhere" } }],
    });
  });
});

describe("write", () => {
  it("asks with the diff from the old text, then writes", async () => {
    const text = "one\n";
    const diff = { type: "diff", ...location, oldText: "one\ntwo\nthree\n", newText: text };
    expect(await play(String.raw`write notes.txt one\n`)).toMatchObject([
      { sessionUpdate: "tool_call", kind: "edit", status: "pending", locations: [location] },
      { content: [diff] },
      { status: "in_progress" },
      { status: "completed", content: [diff] },
    ]);
    expect(client.calls).toEqual(["fs/read_text_file", "session/request_permission", "fs/write_text_file"]);
    expect(client.files.get("/project/notes.txt")).toBe(text);
  });

  it("shows a file that is not there as new", async () => {
    expect((await play('write "new folder/x" y')).at(-1)).toMatchObject({
      content: [{ type: "diff", path: "/project/new folder/x", oldText: null, newText: "y" }],
    });
  });

  it("works for a client that only writes", async () => {
    await play("write x y", { writeTextFile: true });
    expect(client.calls).toEqual(["session/request_permission", "fs/write_text_file"]);
  });
});

describe("edit", () => {
  it("replaces the one place", async () => {
    const before = "one\ntwo\nthree\n";
    expect((await play("edit notes.txt two => 2")).at(-1)).toMatchObject({
      status: "completed",
      content: [{ type: "diff", ...location, oldText: before, newText: "one\n2\nthree\n" }],
    });
    expect(client.files.get("/project/notes.txt")).toBe("one\n2\nthree\n");
  });

  it.each([
    ["edit notes.txt four => 4", '"four" is not in notes.txt.'],
    ["edit notes.txt e => E", '"e" is more than once in notes.txt.'],
    ["edit nothing a => b", "fs/read_text_file failed: No such file: /project/nothing"],
  ])("%j fails and changes nothing", async (script, reason) => {
    const updates = await play(script);
    expect(updates.at(-1)).toMatchObject({ status: "failed", content: [{ content: { text: reason } }] });
    expect(client.calls).toEqual(["fs/read_text_file"]);
    expect(client.files.get("/project/notes.txt")).toBe("one\ntwo\nthree\n");
  });
});

describe("diff", () => {
  it("shows a change and makes none", async () => {
    expect((await play("diff notes.txt => x")).at(-1)).toMatchObject({
      status: "completed",
      content: [{ type: "diff", ...location, oldText: null, newText: "x" }],
    });
    expect(client.calls).toEqual([]);
  });
});

describe("without the client's file system", () => {
  it.each([
    ["read f", {}, "fs.readTextFile"],
    ["write f x", { readTextFile: true }, "fs.writeTextFile"],
    ["edit f x => y", { writeTextFile: true }, "fs.readTextFile"],
    ["edit f x => y", { readTextFile: true }, "fs.writeTextFile"],
  ])("%j fails and says so (%j)", async (script, fs, missing) => {
    expect((await play(script, fs)).at(-1)).toMatchObject({
      status: "failed",
      content: [{ content: { text: expect.stringContaining(missing) as string } }],
    });
    expect(client.calls).toEqual([]);
  });
});
