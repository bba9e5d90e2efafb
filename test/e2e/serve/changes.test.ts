// Changed files through the built server: listed, shown by hunks, undone, kept and redone by any surface.
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

/** Runs the last block of its prompt as code, reports what the code calls, and answers with everything it was told. */
const AGENT = `
const { createInterface } = require("node:readline");
const fs = require("node:fs");
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
let sessions = 0;
const until = (path) => new Promise((resolve) => {
  const timer = setInterval(() => { if (fs.existsSync(path)) { clearInterval(timer); resolve(); } }, 20);
});
createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === "session/new") send({ id, result: { sessionId: "s" + (sessions += 1) } });
  else if (method === "session/prompt") {
    const { sessionId, prompt } = params;
    const update = (update) => send({ method: "session/update", params: { sessionId, update } });
    const edit = (toolCallId, path, oldText, newText) => {
      const content = [{ type: "diff", path, oldText, newText }];
      update({ sessionUpdate: "tool_call", toolCallId, title: "Edit " + toolCallId, kind: "edit", status: "completed", content, locations: [{ path }] });
    };
    await new Function("fs", "edit", "until", "return (async () => {" + prompt.at(-1).text + "})()")(fs, edit, until);
    const text = prompt.map((block) => block.text).join("\\n");
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    send({ id, result: { stopReason: "end_turn" } });
  } else if (id !== undefined) send({ id, result: {} });
});`;

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const OLD = `${LINES.join("\n")}\n`;
/** Two hunks. */
const NEW = `${LINES.with(4, "FIVE").with(29, "THIRTY").join("\n")}\n`;

interface Hunk {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly lines: readonly string[];
  readonly written_by?: { readonly tool_call_id: string };
}
interface Listed {
  readonly path: string;
  readonly change: string;
  readonly state: string;
  readonly approval?: string;
}
interface ShownFile extends Listed {
  readonly content: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly hunks: readonly Hunk[];
  readonly written_by: readonly { readonly tool_call_id: string }[];
}
interface Reviewed {
  readonly files: readonly { readonly path: string; readonly hunks?: readonly string[] }[];
  readonly left: readonly { readonly path: string; readonly reason: string; readonly message: string }[];
}
interface LoggedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

class Conversation {
  readonly folder: string;
  readonly id: string;
  readonly #server: () => Served;

  private constructor(server: () => Served, id: string, folder: string) {
    this.#server = server;
    this.id = id;
    this.folder = folder;
  }

  static async open(server: () => Served, folder: string): Promise<Conversation> {
    await mkdir(folder, { recursive: true });
    const body = { agent: "editor", working_dir: folder };
    const { id } = await send<{ readonly id: string }>(server(), "/sessions", body);
    return new Conversation(server, id, folder);
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): Promise<string> {
    return readFile(this.file(name), "utf8");
  }

  write(name: string, text: string | Buffer): Promise<void> {
    return writeFile(this.file(name), text);
  }

  /** Resolves when the turn is over. `$` is the session's folder. */
  async turn(code: string): Promise<void> {
    const { status } = await this.#run(code, "sync");
    if (status !== "completed") throw new Error(status);
  }

  /** Resolves with the id of the run when it has started. */
  async start(code: string): Promise<string> {
    return (await this.#run(code, "async")).run_id;
  }

  async isOver(runId: string): Promise<boolean> {
    const run = (await (await this.#server().fetch(`/runs/${runId}`)).json()) as { readonly status: string };
    return run.status === "completed";
  }

  #run(code: string, mode: string): Promise<{ readonly run_id: string; readonly status: string }> {
    const input = [{ role: "user", parts: [{ content: code.replaceAll("$", this.folder) }] }];
    return send(this.#server(), "/runs", { agent_name: "editor", mode, session_id: this.id, input });
  }

  async list(query = ""): Promise<readonly string[]> {
    const { files } = await this.get<{ readonly files: readonly Listed[] }>(`changes${query}`);
    return files.map(({ path, change, state }) => `${change} ${path} ${state}`);
  }

  show(path: string, query = ""): Promise<ShownFile> {
    return this.get(`changes/file?path=${encodeURIComponent(path)}${query}`);
  }

  review(action: "undo" | "keep" | "redo", body: object = {}): Promise<Reviewed> {
    return send(this.#server(), `/sessions/${this.id}/changes/${action}`, body);
  }

  async events(type: string): Promise<readonly LoggedEvent[]> {
    const { events } = await this.get<{ readonly events: readonly LoggedEvent[] }>("events?limit=1000");
    return events.filter((event) => event.type === type);
  }

  async get<T>(path: string): Promise<T> {
    return (await (await this.#server().fetch(`/sessions/${this.id}/${path}`)).json()) as T;
  }
}

async function send<T>({ url, token }: Served, path: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as T;
}

describe("changed files", { timeout: 120_000 }, () => {
  let place: Place;
  let server: Served;
  const open = (name: string): Promise<Conversation> => Conversation.open(() => server, place.file(name));

  beforeAll(async () => {
    place = await openPlace();
    const file = join(place.home, "editor-agent.cjs");
    await writeFile(file, AGENT);
    const agents = { editor: { command: process.execPath, args: [file] } };
    await writeFile(join(place.home, "config.json"), JSON.stringify({ agents }));
    server = await serve(place);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  /** One file with two hunks, written by two calls. */
  async function withTwoHunks(name: string): Promise<Conversation> {
    const one = await open(name);
    await one.write("a.txt", OLD);
    const text = JSON.stringify(NEW);
    await one.turn(`fs.writeFileSync("$/a.txt", ${text});
      edit("first", "$/a.txt", "line 5\\n", "FIVE\\n"); edit("second", "$/a.txt", "line 30\\n", "THIRTY\\n");`);
    return one;
  }

  it("are listed by turn and over the session, with texts, hunks and who wrote them", async () => {
    const one = await withTwoHunks("listed");
    await one.turn(`fs.writeFileSync("$/b.txt", "b\\n")`);
    expect(await one.list()).toEqual(["modified a.txt pending", "added b.txt pending"]);
    expect(await one.list("?turn=2")).toEqual(["added b.txt pending"]);
    expect(await one.list("?since=1")).toHaveLength(2);
    const shown = await one.show("a.txt", "&turn=1");
    expect(shown).toMatchObject({ content: "text", before: OLD, after: NEW, approval: "unapproved" });
    expect(shown.hunks.map(({ written_by: by }) => by?.tool_call_id)).toEqual(["first", "second"]);
    expect(shown.hunks[0]?.lines).toContain("+FIVE");
    expect((await one.show("a.txt")).hunks.map(({ id }) => id)).toEqual(shown.hunks.map(({ id }) => id));
    expect(await one.show("b.txt")).toMatchObject({ before: null, after: "b\n", written_by: [] });
    expect(await one.get("changes/file?path=none")).toMatchObject({ code: "file_not_found" });
    expect(await one.get("changes?turn=9")).toMatchObject({ code: "turn_not_found" });
  });

  it("are undone by hunk, once, and the agent knows with its next prompt", async () => {
    const one = await withTwoHunks("hunk");
    const [first, second] = (await one.show("a.txt")).hunks;
    const request = { paths: ["a.txt"], hunks: [first?.id] };
    const both = await Promise.all([one.review("undo", request), one.review("undo", request)]);
    expect(both.filter(({ files }) => files.length === 1)).toHaveLength(1);
    expect(both.flatMap(({ left }) => left.map(({ reason }) => reason))).toEqual(["already_done"]);
    expect(await one.read("a.txt")).toBe(NEW.replace("FIVE", "line 5"));
    expect((await one.show("a.txt")).hunks.map(({ state }) => state)).toEqual(["undone", "pending"]);
    expect(await one.list()).toEqual(["modified a.txt partial"]);
    expect(await one.events("review")).toMatchObject([
      { action: "undo", files: [{ path: "a.txt", turns: [1], hunks: [first?.id] }], actor: { surface: "api" } },
    ]);
    await one.turn("");
    const said = JSON.stringify(await one.events("update"));
    expect(said).toContain("The user undid your changes");
    // Lines that were edited since are left alone; the other hunk is found although the file is another one.
    await one.write("a.txt", `a new line\n${(await one.read("a.txt")).replace("THIRTY", "thirty")}`);
    const edited = { paths: ["a.txt"], hunks: [second?.id] };
    expect((await one.review("undo", { ...edited, force: true })).left).toMatchObject([{ reason: "changed_since" }]);
    expect((await one.review("redo", request)).files).toHaveLength(1);
    expect(await one.read("a.txt")).toBe(`a new line\n${NEW.replace("THIRTY", "thirty")}`);
  });

  it("are undone, redone and kept by file, whatever happened to it", async () => {
    const one = await open("files");
    await one.write("old.txt", OLD);
    await one.write("moved.txt", `moved\n${OLD}`);
    await one.write("image.bin", Buffer.from([0, 1, 2]));
    await one.turn(`fs.writeFileSync("$/new.txt", "new\\n"); fs.rmSync("$/old.txt");
      fs.renameSync("$/moved.txt", "$/there.txt"); fs.writeFileSync("$/image.bin", Buffer.from([0, 3]));
      fs.writeFileSync("$/huge.bin", Buffer.alloc(50 * 1024 * 1024));`);
    const all = ["modified image.bin", "added new.txt", "deleted old.txt", "renamed there.txt"];
    expect(await one.list()).toEqual(all.map((line) => `${line} pending`));
    expect(await one.show("image.bin")).toMatchObject({ content: "binary", before: null, hunks: [] });
    expect((await one.review("undo", { paths: ["huge.bin", "none"] })).left).toMatchObject([
      { path: "huge.bin", reason: "not_tracked" },
      { path: "none", reason: "not_changed" },
    ]);
    await one.review("keep", { paths: ["new.txt"] });
    expect((await one.review("undo")).files.map(({ path }) => path).toSorted()).toEqual([
      "image.bin",
      "old.txt",
      "there.txt",
    ]);
    expect(await one.read("old.txt")).toBe(OLD);
    expect([existsSync(one.file("moved.txt")), existsSync(one.file("there.txt"))]).toEqual([true, false]);
    expect(await one.read("new.txt")).toBe("new\n");
    expect((await one.review("redo")).files).toHaveLength(3);
    expect([existsSync(one.file("old.txt")), existsSync(one.file("there.txt"))]).toEqual([false, true]);
    // A file that is gone or was changed since is left alone, unless forced.
    await one.write("image.bin", Buffer.from([9]));
    expect((await one.review("undo", { paths: ["image.bin"] })).left).toMatchObject([{ reason: "changed_since" }]);
    expect((await one.review("undo", { paths: ["image.bin"], force: true })).files).toHaveLength(1);
    expect(await readFile(one.file("image.bin"))).toEqual(Buffer.from([0, 1, 2]));
    expect(await one.review("undo", { hunks: ["x"] })).toMatchObject({ code: "bad_input" });
  });

  it.each<readonly [string, (one: Conversation) => Promise<unknown>, string | undefined]>([
    ["gone", (one) => rm(one.file("a.txt")), undefined],
    ["renamed", (one) => rename(one.file("a.txt"), one.file("b.txt")), undefined],
    ["replaced by a binary", (one) => one.write("a.txt", Buffer.from([0, 0xff, 0xfe])), "\0"],
    ["replaced by a file of 50 MB", (one) => one.write("a.txt", Buffer.alloc(50 * 1024 * 1024)), "\0"],
  ])("that are %s since are left with a reason, and restored as a whole by force", async (what, happen, now) => {
    const one = await withTwoHunks(`since-${what.replaceAll(" ", "-")}`);
    const [first] = (await one.show("a.txt")).hunks;
    await happen(one);
    const byHunk = await one.review("undo", { paths: ["a.txt"], hunks: [first?.id], force: true });
    expect(byHunk).toMatchObject({ files: [], left: [{ path: "a.txt", reason: "gone" }] });
    expect(byHunk.left[0]?.message).toBe("The file was deleted, or is not a text file");
    const byFile = await one.review("undo", { paths: ["a.txt"] });
    expect(byFile).toMatchObject({ files: [], left: [{ path: "a.txt", reason: "changed_since" }] });
    expect(existsSync(one.file("a.txt")) ? (await one.read("a.txt"))[0] : undefined).toBe(now);
    expect((await one.review("undo", { paths: ["a.txt"], force: true })).files).toEqual([{ path: "a.txt" }]);
    expect(await one.read("a.txt")).toBe(OLD);
  });

  it("stay when they were kept, whatever a later turn changes and an undo of everything undoes", async () => {
    const one = await withTwoHunks("kept-file");
    await one.review("keep");
    const later = NEW.replace("line 15\n", "FIFTEEN\n");
    await one.turn(`fs.writeFileSync("$/a.txt", ${JSON.stringify(later)})`);
    expect((await one.show("a.txt")).hunks).toMatchObject([{ lines: expect.arrayContaining(["-line 15"]) }]);
    expect(await one.list()).toEqual(["modified a.txt pending"]);
    await one.review("undo");
    expect(await one.read("a.txt")).toBe(NEW);
    // Rewinding is about everything.
    await send(server, `/sessions/${one.id}/rewind`, { turn: "1" });
    expect(await one.read("a.txt")).toBe(OLD);

    const two = await withTwoHunks("kept-hunk");
    const [first] = (await two.show("a.txt")).hunks;
    await two.review("keep", { paths: ["a.txt"], hunks: [first?.id] });
    await two.turn(`fs.writeFileSync("$/a.txt", ${JSON.stringify(later)})`);
    const states = (await two.show("a.txt")).hunks.map(({ state }) => state);
    expect(states).toEqual(["kept", "pending", "pending"]);
    expect(await two.review("undo")).toMatchObject({ left: [] });
    expect(await two.read("a.txt")).toBe(OLD.replace("line 5\n", "FIVE\n"));
    expect((await two.show("a.txt")).hunks.map(({ state }) => state)).toEqual(["kept", "undone", "undone"]);
    // A file that is named is undone as a whole.
    await two.review("undo", { paths: ["a.txt"] });
    expect(await two.read("a.txt")).toBe(OLD);
  });

  it("are listed while a turn runs, and an undo waits for its end", async () => {
    const one = await open("running");
    await one.write("a.txt", OLD);
    const started = await one.start(`fs.writeFileSync("$/a.txt", ${JSON.stringify(NEW)});
      edit("first", "$/a.txt", "line 5\\n", "FIVE\\n"); await until("${place.file("go")}");`);
    await expect.poll(() => one.list(), { timeout: 30_000 }).toEqual(["modified a.txt pending"]);
    expect((await one.show("a.txt")).hunks).toHaveLength(2);
    const waiting = one.review("undo");
    const forced = await one.get<{ readonly turns: readonly { readonly is_running: boolean }[] }>("changes");
    expect(forced.turns).toMatchObject([{ is_running: true }]);
    expect(await one.read("a.txt")).toBe(NEW);
    await writeFile(place.file("go"), "");
    await expect.poll(() => one.isOver(started), { timeout: 30_000 }).toBe(true);
    expect((await waiting).files).toEqual([{ path: "a.txt" }]);
    expect(await one.read("a.txt")).toBe(OLD);
  });

  it("keep their state when the server is started again", async () => {
    const one = await withTwoHunks("restart");
    const [first] = (await one.show("a.txt")).hunks;
    await one.review("keep", { paths: ["a.txt"], hunks: [first?.id] });
    await server[Symbol.asyncDispose]();
    server = await serve(place);
    expect((await one.show("a.txt")).hunks.map(({ state }) => state)).toEqual(["kept", "pending"]);
    expect((await one.review("undo", { paths: ["a.txt"] })).files).toEqual([{ path: "a.txt" }]);
    expect(await one.read("a.txt")).toBe(OLD);
  });
});
