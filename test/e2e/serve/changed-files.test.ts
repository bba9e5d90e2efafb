// What a turn changed, as the built server finds it out: whatever the agent says, and nothing that it did not do.
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

/** Runs what it is told in its own process, and never says so: no tool call, no permission, no word. */
const SILENT_AGENT = `
const { createInterface } = require("node:readline");
const fs = require("node:fs");
let sessions = 0;
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") answer(id, { protocolVersion: 1, agentCapabilities: {} });
  else if (method === "session/new") answer(id, { sessionId: "s" + (sessions += 1) });
  else if (method === "session/prompt") {
    new Function("fs", params.prompt.at(-1).text)(fs);
    answer(id, { stopReason: "end_turn" });
  } else if (id !== undefined) answer(id, {});
});`;

interface LoggedEvent {
  readonly type: string;
  readonly text?: string;
  readonly files?: readonly { readonly path: string; readonly change: string; readonly isUncovered?: boolean }[];
}

/** One session of the silent agent in a folder. */
class Conversation {
  readonly #server: Served;
  readonly #id: string;

  private constructor(server: Served, id: string) {
    this.#server = server;
    this.#id = id;
  }

  static async open(server: Served, folder: string): Promise<Conversation> {
    const { id } = (await (await post(server, "/sessions", { working_dir: folder })).json()) as { readonly id: string };
    return new Conversation(server, id);
  }

  /** What the turn is said to have changed; "!" for what no permission covered. */
  async turn(code: string): Promise<readonly string[]> {
    const before = (await this.#events()).length;
    const input = [{ role: "user", parts: [{ content: code }] }];
    const body = { agent_name: "silent", mode: "sync", session_id: this.#id, input };
    const run = (await (await post(this.#server, "/runs", body)).json()) as { readonly status: string };
    const events = (await this.#events()).slice(before);
    const notes = events.flatMap(({ type, text }) => (type === "note" ? [text] : []));
    if (run.status !== "completed" || notes.length > 0) throw new Error(`${run.status}: ${notes.join(", ")}`);
    const files = events.flatMap((event) => event.files ?? []);
    return files.map(({ path, change, isUncovered }) => `${isUncovered === true ? "!" : ""}${change} ${path}`);
  }

  async #events(): Promise<readonly LoggedEvent[]> {
    const response = await this.#server.fetch(`/sessions/${this.#id}/events?limit=1000`);
    return ((await response.json()) as { readonly events: readonly LoggedEvent[] }).events;
  }
}

function post({ url, token }: Served, path: string, body: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function openAgentPlace(): Promise<Place> {
  const place = await openPlace();
  const file = join(place.home, "silent-agent.cjs");
  await writeFile(file, SILENT_AGENT);
  const agents = { silent: { command: process.execPath, args: [file] } };
  await writeFile(join(place.home, "config.json"), JSON.stringify({ agents }));
  return place;
}

describe("files that changed in a turn", { timeout: 120_000 }, () => {
  let place: Place;
  let server: Served;
  const work = async (name: string): Promise<string> => {
    const folder = place.file(name);
    await mkdir(join(folder, "lib", "deep"), { recursive: true });
    await writeFile(join(folder, "lib", "deep", "a.txt"), "a\n");
    return folder;
  };

  beforeAll(async () => {
    place = await openAgentPlace();
    server = await serve(place);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  it("are listed even if the agent did not report them", async () => {
    const folder = await work("silent");
    const one = await Conversation.open(server, folder);
    expect(await one.turn(`fs.writeFileSync(${JSON.stringify(join(folder, "new.txt"))}, "1")`)).toEqual([
      "!added new.txt",
    ]);
    // The same length, in the same moment, deep in a folder that nothing else touches.
    const deep = JSON.stringify(join(folder, "lib/deep/a.txt"));
    expect(await one.turn(`fs.writeFileSync(${deep}, "b\\n")`)).toEqual(["!modified lib/deep/a.txt"]);
    expect(await one.turn("")).toEqual([]);
    const [from, to] = [JSON.stringify(join(folder, "lib")), JSON.stringify(join(folder, "moved"))];
    expect(await one.turn(`fs.renameSync(${from}, ${to})`)).toEqual(["!renamed moved/deep/a.txt"]);
    expect(await one.turn(`fs.rmSync(${to}, { recursive: true })`)).toEqual(["!deleted moved/deep/a.txt"]);
  });

  it("do not include changes made between two turns", async () => {
    const folder = await work("between");
    const one = await Conversation.open(server, folder);
    expect(await one.turn("")).toEqual([]);
    await writeFile(join(folder, "mine.txt"), "1");
    await writeFile(join(folder, "lib/deep/a.txt"), "mine");
    expect(await one.turn("")).toEqual([]);
    await rename(join(folder, "lib"), join(folder, "renamed"));
    const path = JSON.stringify(join(folder, "agents.txt"));
    expect(await one.turn(`fs.writeFileSync(${path}, "1")`)).toEqual(["!added agents.txt"]);
    // The whole folder, as a checkout elsewhere would.
    await rm(folder, { recursive: true });
    await mkdir(folder);
    await writeFile(join(folder, "other.txt"), "1");
    expect(await one.turn(`fs.writeFileSync(${path}, "2")`)).toEqual(["!added agents.txt"]);
  });

  it("are known for concurrent turns in one folder", async () => {
    const folder = await work("crowd");
    const all = await Promise.all(Array.from({ length: 110 }, () => Conversation.open(server, folder)));
    const turns = all.map((one, index) => {
      const path = JSON.stringify(join(folder, `${index}.txt`));
      return one.turn(`fs.writeFileSync(${path}, "1")`);
    });
    for (const [index, changes] of (await Promise.all(turns)).entries()) {
      expect(changes).toContain(`!added ${index}.txt`);
    }
  });
});

describe("without snapshots", { timeout: 60_000 }, () => {
  it("the server lists no files and keeps no copies", async () => {
    await using place = await openAgentPlace();
    await using server = await serve(place, [], { env: { PARLEY_SNAPSHOTS: "off" } });
    const one = await Conversation.open(server, place.work);
    expect(await one.turn(`fs.writeFileSync(${JSON.stringify(place.file("a"))}, "1")`)).toEqual([]);
    expect(existsSync(place.file("a"))).toBe(true);
    expect(existsSync(join(place.home, "checkpoints"))).toBe(false);
  });

  it("the built-in agent keeps no copies either, and says so on undo", async () => {
    await using place = await openPlace();
    const env = { PARLEY_SNAPSHOTS: "off", PARLEY_MODEL: "offline/script", PARLEY_AGENT: "parley" };
    const wrote = await place.run(["run", "--approve", "all", "write a.txt hello"], { env });
    expect(wrote).toMatchObject({ code: 0 });
    expect(existsSync(place.file("a.txt"))).toBe(true);
    expect(existsSync(join(place.home, "checkpoints"))).toBe(false);
    const { stdout, stderr } = await place.run(["run", "-c", "/undo"], { env });
    expect(stdout + stderr).toContain("Snapshots are turned off");
  });
});
