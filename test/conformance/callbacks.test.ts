// Files and terminals that our agent uses through our client.
import { describe, expect, it } from "vitest";
import { converse, CWD } from "./conversation.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("files over %s", (wire) => {
  it("our agent uses absolute paths, and counts lines from 1", async () => {
    verifies("FS-003", "PATH-002");
    await using talk = await converse(wire);
    talk.client.files.set(`${CWD}/a.txt`, "one\ntwo\nthree\n");
    await talk.prompt(await talk.newSession(), "read a.txt 1 1\nread a.txt 3");
    const asked = talk.sentBy("agent", "fs/read_text_file").map(({ params }) => params);
    expect(asked).toMatchObject([
      { path: `${CWD}/a.txt`, line: 1, limit: 1 },
      { path: `${CWD}/a.txt`, line: 3 },
    ]);
    expect(JSON.stringify(talk.updates.items)).toContain("three\\n");
  });

  it("our agent asks for what the client announced, and for nothing else", async () => {
    verifies("FS-001", "FS-002", "TERM-001");
    await using talk = await converse(wire, { capabilities: { fs: { readTextFile: true, writeTextFile: false } } });
    talk.client.files.set(`${CWD}/a.txt`, "one\n");
    const sessionId = await talk.newSession();
    await talk.prompt(sessionId, "read a.txt\nwrite a.txt two\nedit a.txt one => two\nrun ls");
    expect(new Set(talk.client.calls.items.map(({ method }) => method))).toEqual(new Set(["fs/read_text_file"]));
    expect(talk.client.files.get(`${CWD}/a.txt`)).toBe("one\n");
  });
});

describe.each(wires)("terminals over %s", (wire) => {
  it("our agent shows a terminal before it releases it, in an absolute folder", async () => {
    verifies("TERM-002", "TERM-004", "TERM-005");
    await using talk = await converse(wire);
    await talk.prompt(await talk.newSession(), "run echo hello");
    const [terminal] = talk.client.terminals.values();
    expect(terminal).toMatchObject({ cwd: CWD, isReleased: true });
    const frames = talk.sentBy("agent").map((frame) => JSON.stringify(frame));
    const shown = frames.findIndex((frame) => frame.includes('"type":"terminal"'));
    const released = frames.findIndex((frame) => frame.includes('"terminal/release"'));
    expect(shown).toBeGreaterThan(0);
    expect(released).toBeGreaterThan(shown);
  });

  it("our agent releases a terminal whose command it killed", async () => {
    verifies("TERM-003");
    await using talk = await converse(wire);
    await talk.prompt(await talk.newSession(), "timeout 20 sleep 100");
    const methods = talk.client.calls.items.map(({ method }) => method);
    expect(methods.indexOf("terminal/kill")).toBeGreaterThan(methods.indexOf("terminal/create"));
    expect(methods.indexOf("terminal/release")).toBeGreaterThan(methods.indexOf("terminal/kill"));
    expect([...talk.client.terminals.values()].every(({ isReleased }) => isReleased)).toBe(true);
  });

  it("our agent releases the terminal of a turn that is cancelled", async () => {
    verifies("TERM-002");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    const running = talk.prompt(sessionId, "run sleep 100");
    await talk.client.calls.find("the command", ({ method }) => method === "terminal/wait_for_exit");
    talk.agent.notify("session/cancel", { sessionId });
    await running;
    await talk.client.calls.find("the release", ({ method }) => method === "terminal/release");
    expect([...talk.client.terminals.values()].every(({ isReleased }) => isReleased)).toBe(true);
  });
});
