import { createTimeline, readTrace, type TraceItem } from "@parley/observe";
import { openTestHub } from "@parley/test-support/hub";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { say } from "../testing/talk.ts";
import type { SessionView, SessionViewChange, Viewer } from "../api/views.ts";

type Shown = SessionView | SessionViewChange;

interface TestViewer extends Viewer {
  readonly shown: Shown[];
  readonly end: Promise<string>;
  /** Resolves with the first that fits. */
  until(fits: (message: Shown) => boolean): Promise<Shown>;
}

function createViewer(): TestViewer {
  const shown: Shown[] = [];
  const checks = new Set<() => void>();
  let ended: (reason: string) => void = () => undefined;
  const end = new Promise<string>((resolve) => (ended = resolve));
  return {
    shown,
    end,
    ended: (reason) => ended(reason),
    view(message) {
      shown.push(message);
      for (const check of checks) check();
    },
    until: (fits) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = shown.find(fits);
          if (found !== undefined) resolve(found);
        };
        checks.add(check);
        check();
      }),
  };
}

async function readAll(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function parse(lines: readonly string[]): Promise<readonly TraceItem[]> {
  const items: TraceItem[] = [];
  for await (const item of readTrace([lines.join("\n")])) items.push(item);
  return items;
}

const fileIn = ({ files }: Shown, name: string): Shown["files"][number] | undefined =>
  files.find(({ path }) => path === name);

describe("the view of a session", () => {
  it("has files with their heat, tools with their times, usage and a plan", async () => {
    await using place = await openTestHub({ level: "bypass" });
    const { hub, folder } = place;
    await writeFile(join(folder, "notes.txt"), "some words");
    const { id } = await hub.sessions.create({ agent: "script", title: "Seen" });
    const script = "read notes.txt\nwrite made.txt x\nusage 1200 8000 0.25 USD\nplan [x] one; two\nsay done";
    expect(await say(hub, id, script)).toMatchObject({ state: "completed" });
    const view = await hub.views.snapshot(id);
    expect(view).toMatchObject({ type: "session", agentId: "script", sessionId: id });
    expect(fileIn(view, "notes.txt")).toMatchObject({ heat: 1, inContext: true, lastAction: "read", reads: 1 });
    expect(fileIn(view, "made.txt")).toMatchObject({ heat: 1, inContext: true, lastAction: "write", writes: 1 });
    const { fields } = view;
    expect(fields).toMatchObject({ title: "Seen", turn: 1, isRunning: false, lastStopReason: "end_turn" });
    expect(fields.cwd).toBe(folder);
    expect(fields.usage).toMatchObject({ used: 1200, size: 8000, cost: { amount: 0.25, currency: "USD" } });
    expect(fields.plan).toEqual({ done: 1, total: 2 });
    expect(fields.toolCalls.length).toBeGreaterThanOrEqual(2);
    for (const call of fields.toolCalls) expect(call.endedAtMs).toBeGreaterThanOrEqual(call.startedAtMs);
    expect(fields.time.toolsMs + fields.time.modelMs).toBeGreaterThan(0);
    expect(fields.firstTokenMs).toBeGreaterThanOrEqual(0);
  });

  it("works for the built-in agent, and continues when another one takes over", async () => {
    await using place = await openTestHub({ level: "bypass" });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "backend" });
    expect(await say(hub, id, "write own.txt x")).toMatchObject({ state: "completed" });
    expect(fileIn(await hub.views.snapshot(id), "own.txt")).toMatchObject({ lastAction: "write" });
    await say(hub, id, "write other.txt y", { agent: "script" });
    const view = await hub.views.snapshot(id);
    expect(view.agentId).toBe("script");
    expect(view.files.map(({ path }) => path)).toEqual(expect.arrayContaining(["own.txt", "other.txt"]));
    expect(view.fields.turn).toBe(2);
  });

  it("is separate, even if one process serves many sessions", async () => {
    await using place = await openTestHub({ level: "bypass" });
    const { hub } = place;
    const ids = await Promise.all(
      ["a", "b", "c"].map(async (name) => {
        const { id } = await hub.sessions.create({ agent: "script" });
        await say(hub, id, `write ${name}.txt x`);
        return { id, name };
      }),
    );
    for (const { id, name } of ids) {
      const view = await hub.views.snapshot(id);
      expect(view.files.map(({ path }) => path)).toEqual([`${name}.txt`]);
      expect(view.fields.turn).toBe(1);
      const lines = await readAll(await hub.views.trace(id));
      for (const other of ["a", "b", "c"]) expect(lines.join("\n").includes(`${other}.txt`)).toBe(other === name);
    }
  });

  it("has only a name before anything happened, and is an error for an unknown session", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "script", title: "Quiet" });
    expect(await hub.views.snapshot(id)).toMatchObject({ files: [], fields: { title: "Quiet", turn: 0 } });
    expect(await hub.views.timeline(id)).toEqual([]);
    expect(await readAll(await hub.views.trace(id))).toHaveLength(1);
    const missing = { code: "session_not_found" };
    await expect(hub.views.snapshot("none")).rejects.toMatchObject(missing);
    await expect(hub.views.timeline("none")).rejects.toMatchObject(missing);
    await expect(hub.views.trace("none")).rejects.toMatchObject(missing);
    await expect(hub.views.subscribe("none", createViewer())).rejects.toMatchObject(missing);
  });

  it("continues after the agent's process was killed and restarted", async () => {
    await using place = await openTestHub({ level: "bypass", agents: { dying: ["-e", DYING] } });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "dying" });
    expect(await say(hub, id, "first")).toMatchObject({ state: "completed" });
    expect(await say(hub, id, "die")).toMatchObject({ state: "failed" });
    const over = { turn: 2, isRunning: false, lastStopReason: "error" };
    expect((await hub.views.snapshot(id)).fields).toMatchObject(over);
    expect(await say(hub, id, "last")).toMatchObject({ state: "completed" });
    const view = await hub.views.snapshot(id);
    expect(view.files.map(({ path }) => path)).toEqual(expect.arrayContaining(["first.txt", "last.txt"]));
    expect(view.fields).toMatchObject({ turn: 3, isRunning: false, lastStopReason: "end_turn" });
    const rows = await hub.views.timeline(id);
    expect(rows.filter(({ method, kind }) => method === "initialize" && kind === "request")).toHaveLength(2);
    expect(rows.filter(({ label }) => label === "answer to nothing")).toEqual([]);
  });
});

/** Reads a file that is named like the prompt; dies when it is told to. Every process numbers its sessions alike. */
const DYING = `
const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") return send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === "session/new") return send({ id, result: { sessionId: "1" } });
  if (method !== "session/prompt") return;
  const { text } = params.prompt.at(-1);
  if (text.endsWith("die")) process.exit(1);
  const path = require("node:path").resolve(text.endsWith("first") ? "first.txt" : "last.txt");
  const update = { sessionUpdate: "tool_call", toolCallId: String(id), title: "Read", kind: "read", status: "completed", locations: [{ path }] };
  send({ method: "session/update", params: { sessionId: "1", update } });
  send({ id, result: { stopReason: "end_turn" } });
});`;

describe("a viewer of a session", () => {
  it("gets a snapshot, then changes, until it is deleted", async () => {
    await using place = await openTestHub({ level: "bypass" });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "script" });
    const viewer = createViewer();
    await hub.views.subscribe(id, viewer);
    expect(viewer.shown).toMatchObject([{ type: "session", sessionId: id, files: [] }]);
    await say(hub, id, "write a.txt x\nusage 10 100");
    const change = await viewer.until((message) => fileIn(message, "a.txt") !== undefined);
    expect(change).toMatchObject({ type: "change", sessionId: id });
    await viewer.until(({ fields }) => fields?.usage?.used === 10 && !fields.isRunning);
    const seqs = viewer.shown.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
    await hub.sessions.delete(id);
    expect(await viewer.end).toBe("deleted");
  });

  it("may fail or leave without affecting others", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "script" });
    const good = createViewer();
    const gone = createViewer();
    await hub.views.subscribe(id, {
      view: () => {
        throw new Error("A viewer that fails");
      },
      ended: () => undefined,
    });
    await hub.views.subscribe(id, good);
    const leave = await hub.views.subscribe(id, gone);
    leave();
    expect(await say(hub, id, "say hello\nusage 5 50")).toMatchObject({ state: "completed" });
    await good.until(({ fields }) => fields?.turn === 1);
    expect(gone.shown).toHaveLength(1);
  });

  it("is notified when the hub stops", async () => {
    const place = await openTestHub();
    const { id } = await place.hub.sessions.create({ agent: "script" });
    const viewer = createViewer();
    await place.hub.views.subscribe(id, viewer);
    await place[Symbol.asyncDispose]();
    expect(await viewer.end).toBe("closed");
  });
});

describe("the frames of a session", () => {
  it("are a trace from the first message on, without secrets, and a timeline", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const env = [{ name: "API_KEY", value: "very-secret-value" }];
    const server = { name: "tools", command: "false", args: [], env };
    const { id } = await hub.sessions.create({ agent: "script", extensions: [server] });
    await say(hub, id, "say my password=hunter2hunter2 is here\nread no-such-file.txt");
    const lines = await readAll(await hub.views.trace(id));
    const text = lines.join("\n");
    expect(text).not.toContain("very-secret-value");
    expect(text).not.toContain("hunter2hunter2");
    const items = await parse(lines);
    expect(items[0]).toMatchObject({ type: "header", header: { agent: "script", redacted: true } });
    expect(items.filter(({ type }) => type !== "frame")).toHaveLength(1);
    const timeline = createTimeline();
    const asked = items.map((item) => timeline.row(item)).filter(({ kind }) => kind === "request");
    expect(asked.map(({ method }) => method).slice(0, 3)).toEqual(["initialize", "session/new", "session/prompt"]);
    const rows = await hub.views.timeline(id);
    expect(rows).toHaveLength(items.length - 1);
    const answer = rows.find(({ method, kind }) => method === "session/prompt" && kind === "response");
    expect(answer).toMatchObject({ from: "agent", isError: false });
    expect(answer?.tookMs).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(rows)).not.toContain("hunter2hunter2");
    expect(await hub.views.timeline(id, { limit: 2 })).toEqual(rows.slice(-2));
  });

  it("are deleted with their session, even if its agent still sends messages", async () => {
    await using place = await openTestHub({ level: "bypass", agents: { chatty: ["-e", CHATTY] } });
    const { hub } = place;
    using all = hub.views.watchAll();
    const watched = (): readonly string[] => all.sessions.map(({ sessionId }) => sessionId);
    const { id } = await hub.sessions.create({ agent: "chatty" });
    await say(hub, id, "begin");
    expect(watched()).toEqual([id]);
    await hub.sessions.delete(id);
    expect(watched()).toEqual([]);
    expect(all.tick(0)).toEqual([]);
    await expect(hub.views.trace(id)).rejects.toMatchObject({ code: "session_not_found" });
    const { id: next } = await hub.sessions.create({ agent: "chatty" });
    await say(hub, next, "end");
    expect(watched()).toEqual([next]);
    const lines = (await readAll(await hub.views.trace(next))).join("\n");
    expect(lines).toContain("about 2");
    expect(lines).not.toContain("about 1");
  });
});

/** Never stops to talk about its first session; answers the second when it has said some more about the first. */
const CHATTY = `
const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
let sessions = 0;
const talk = (sessionId) => {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "about " + sessionId } };
  send({ method: "session/update", params: { sessionId, update } });
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") return send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === "session/new") return send({ id, result: { sessionId: String(++sessions) } });
  if (method !== "session/prompt") return;
  for (let count = 0; count < 20; count += 1) talk("1");
  talk(params.sessionId);
  send({ id, result: { stopReason: "end_turn" } });
});`;
