// Which sessions share a process, and what a session brings for it, with real processes.
import { openTestHub } from "@parley/test-support/hub";
import { createTempFolder } from "@parley/test-support";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Hub } from "../api/hub.ts";
import { PROCESSES_MAX } from "../limits.ts";
import { eventsOf, say, textOf, toPrompt } from "../testing/talk.ts";

/** An agent that says where it runs and what it was given. Travels as text. */
const WHERE = [
  "-e",
  `
  let sessions = 0;
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" + process.pid + "-" + ++sessions } });
    else if (method === "session/load") send({ id, result: {} });
    else if (method === "session/prompt") {
      const asked = params.prompt.at(-1).text;
      if (asked === "fail") return send({ id, error: { code: -32603, message: "bad key " + process.env.KEY, data: { key: process.env.KEY } } });
      if (asked === "crash") { console.error("my key is " + process.env.KEY); return process.exit(3); }
      const text = JSON.stringify({ pid: process.pid, cwd: process.cwd(), key: process.env.KEY ?? null });
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
      send({ method: "session/update", params: { sessionId: params.sessionId, update } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, error: { code: -32601, message: "no " + method } });
  });
  `,
];
const agents = { where: WHERE };
const launch = { command: process.execPath, args: WHERE };
const SECRET = "planted-value-4711";

interface Where {
  readonly pid: number;
  readonly cwd: string;
  readonly key: string | null;
}

async function ask(hub: Hub, sessionId: string): Promise<Where> {
  const before = textOf(await eventsOf(hub, sessionId)).length;
  const { state, error } = await say(hub, sessionId, "where?");
  expect({ state, error }).toEqual({ state: "completed", error: undefined });
  return JSON.parse(textOf(await eventsOf(hub, sessionId)).slice(before)) as Where;
}

async function askIn(hub: Hub, wanted: Parameters<Hub["sessions"]["create"]>[0]): Promise<Where> {
  return ask(
    hub,
    (await hub.sessions.create({ agent: wanted.launch === undefined ? "where" : undefined, ...wanted })).id,
  );
}

describe("a process", () => {
  it("is shared by the sessions of a folder, and runs there", async () => {
    await using place = await openTestHub({ agents });
    await using other = await createTempFolder();
    const first = await askIn(place.hub, { cwd: place.folder });
    const second = await askIn(place.hub, { cwd: place.folder });
    const third = await askIn(place.hub, { cwd: other.path });
    expect([first.cwd, second.cwd, third.cwd]).toEqual([place.folder, place.folder, other.path]);
    expect(second.pid).toBe(first.pid);
    expect(third.pid).not.toBe(first.pid);
  });

  it("is shared by the sessions that bring the same variables", async () => {
    await using place = await openTestHub({ agents });
    const plain = await askIn(place.hub, {});
    const first = await askIn(place.hub, { env: { KEY: "one", OTHER: "x" } });
    const second = await askIn(place.hub, { env: { OTHER: "x", KEY: "one" } });
    const other = await askIn(place.hub, { env: { KEY: "two" } });
    const same = await askIn(place.hub, { env: { PATH: process.env["PATH"] ?? "" } });
    expect([plain.key, first.key, second.key, other.key]).toEqual([null, "one", "one", "two"]);
    expect(second.pid).toBe(first.pid);
    expect(new Set([plain.pid, first.pid, other.pid]).size).toBe(3);
    expect(same.pid, "what the hub has itself makes no difference").toBe(plain.pid);
  });

  it("makes room for another folder when the program has as many as it may have", { timeout: 120_000 }, async () => {
    await using place = await openTestHub({ agents });
    const pids: number[] = [];
    const ids: string[] = [];
    for (let index = 0; index <= PROCESSES_MAX; index += 1) {
      const cwd = join(place.folder, `project-${index}`);
      await mkdir(cwd);
      const { id } = await place.hub.sessions.create({ agent: "where", cwd });
      ids.push(id);
      pids.push((await ask(place.hub, id)).pid);
    }
    expect(new Set(pids).size).toBe(PROCESSES_MAX + 1);
    const again = await ask(place.hub, ids[0] ?? "");
    expect(again.cwd).toBe(join(place.folder, "project-0"));
    expect(again.pid, "the process of the first folder was stopped").not.toBe(pids[0]);
    expect((await ask(place.hub, ids.at(-1) ?? "")).pid).toBe(pids.at(-1));
  });
});

describe("a session that brings a command", () => {
  it("has it as its agent, under the program's name", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const first = await hub.sessions.create({ launch: { ...launch, env: { KEY: "mine" } } });
    expect(first.agent).toBe("node");
    const { pid, key } = await ask(hub, first.id);
    expect(key).toBe("mine");
    expect((await askIn(hub, { launch: { ...launch, env: { KEY: "mine" } } })).pid).toBe(pid);
    expect((await askIn(hub, { launch })).pid).not.toBe(pid);
    expect((await hub.agents.list({ includeInternal: true })).map(({ name }) => name)).not.toContain("node");
    await say(hub, first.id, "say hello", { agent: "script" });
    await hub.sessions.handOver(first.id, "node");
    expect((await ask(hub, first.id)).pid, "it is there for a handover back").toBe(pid);
  });

  it("refuses a command that cannot be started and an invalid variable, without repeating the values", async () => {
    await using place = await openTestHub();
    const { sessions } = place.hub;
    const wrong = async (wanted: object): Promise<string> =>
      sessions.create(wanted).then(
        () => "created",
        (error: unknown) => (error as Error).message,
      );
    expect(await wrong({ env: { PARLEY_GUARD: SECRET } })).toBe(
      "/env/PARLEY_GUARD: must be left out: it is reserved for Parley itself",
    );
    expect(await wrong({ env: { A: `${SECRET}\0` } })).toBe("/env/A: must be a string without NUL characters");
    expect(await wrong({ env: { A: "x".repeat(200_000) } })).toMatch(
      /^\/env: must be at most \d+ characters in total$/,
    );
    expect(await wrong({ launch: { command: "" } })).toMatch(/^\/launch\/command: must be the name/);
    expect(await wrong({ launch: { command: "node", args: ["a", `${SECRET}\0`] } })).toMatch(
      /^\/launch\/args\/1: must/,
    );
    expect(await wrong({ launch: { command: "node", env: { LD_PRELOAD: SECRET } } })).toMatch(
      /^\/launch\/env\/LD_PRELOAD: must be left out/,
    );
    expect(await wrong({ launch, agent: "script" })).toMatch(/^\/agent: cannot be combined with launch/);
  });
});

describe("what a session brought", () => {
  it("can be replaced, which counts from the next turn on", async () => {
    await using place = await openTestHub({ agents });
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "where" });
    expect((await ask(hub, id)).key).toBeNull();
    await hub.sessions.setLaunch(id, { env: { KEY: "one" } });
    expect((await ask(hub, id)).key).toBe("one");
    const { id: turnId } = await hub.turns.start({ sessionId: id, prompt: toPrompt("where?") });
    await hub.sessions.setLaunch(id, { env: { KEY: "two" } });
    await hub.turns.ended(turnId);
    expect((await ask(hub, id)).key).toBe("two");
    expect((await ask(hub, (await hub.sessions.fork(id)).id)).key, "a fork has it too").toBe("two");
  });

  it("is not in the errors of its agent, nor in anything that is stored, and is gone after a restart", async () => {
    await using folder = await createTempFolder();
    const storePath = join(folder.path, "parley.db");
    const options = { agents, storePath, cwd: folder.path };
    const ids: string[] = [];
    {
      await using place = await openTestHub(options);
      const { hub } = place;
      for (const prompt of ["fail", "crash"]) {
        const { id } = await hub.sessions.create({ agent: "where", env: { KEY: SECRET } });
        ids.push(id);
        const { error } = await say(hub, id, prompt);
        expect(error?.message).toContain(prompt === "fail" ? "bad key …" : "my key is …");
      }
      ids.push((await hub.sessions.create({ launch: { ...launch, env: { KEY: SECRET } } })).id);
      expect((await ask(hub, ids[2] ?? "")).key).toBe(SECRET);
    }
    const [first = "", , third = ""] = ids;
    const files = await readdir(folder.path);
    expect(files).toContain("parley.db");
    for (const name of files.filter((file) => file.startsWith("parley.db"))) {
      // The driver removes the emptied write-ahead log when its statements are collected.
      const isLasting = name === "parley.db";
      const text = await readFile(join(folder.path, name), "latin1").catch((error: unknown) => {
        if (isLasting) throw error;
        return "";
      });
      // What the agent said itself is part of the conversation.
      const others = text.replaceAll(/"key\\*":\\*"planted-value-4711/g, "");
      expect({ name, isFound: others.includes(SECRET) }).toEqual({ name, isFound: false });
    }
    await using place = await openTestHub(options);
    const { hub } = place;
    expect((await ask(hub, first)).key).toBeNull();
    const notes = (await eventsOf(hub, first)).filter(({ type }) => type === "note");
    expect(JSON.stringify(notes)).toContain("runs with the server's own environment");
    await expect(hub.turns.start({ sessionId: third, prompt: toPrompt("where?") })).rejects.toMatchObject({
      code: "agent_not_found",
      message: expect.stringContaining("was started with its own command (node)") as string,
    });
    await hub.sessions.setLaunch(third, { launch: { ...launch, env: { KEY: "again" } } });
    expect((await ask(hub, third)).key).toBe("again");
  });
});
