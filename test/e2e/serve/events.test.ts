// Everything that changes, notifications and usage, with the built server: two keys, many readers, kill -9.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { ended, post, run } from "./rest.ts";
import { serve, type Served } from "./served.ts";

const READER = "a-key-that-may-only-look";
const DRIVER = "a-key-that-may-also-prompt";
const toHash = (key: string): string => createHash("sha256").update(key).digest("hex");
const serverKeys = [
  { name: "dashboard", hash: toHash(READER), scopes: ["read"] },
  { name: "bot", hash: toHash(DRIVER), scopes: ["drive"] },
];

interface Change {
  readonly id: string;
  readonly type: string;
  readonly change?: string;
  readonly reason?: string;
  readonly session_id?: string;
  readonly question?: { readonly id: string; readonly answered_by?: string };
}

/** A reader as `curl -N` is one. */
class Reader implements Disposable {
  readonly got: Change[] = [];
  readonly #looking = new Set<() => void>();
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    let text = "";
    incoming.on("error", () => undefined);
    incoming.setEncoding("utf8").on("data", (chunk: string) => {
      const blocks = (text + chunk).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) this.#take(block);
      for (const look of this.#looking) look();
    });
  }

  until(fits: (change: Change) => boolean): Promise<Change> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.got.find(fits);
        if (found === undefined) return;
        this.#looking.delete(look);
        resolve(found);
      };
      this.#looking.add(look);
      look();
    });
  }

  #take(block: string): void {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data !== undefined) this.got.push(JSON.parse(data) as Change);
  }

  [Symbol.dispose](): void {
    this.#incoming.destroy();
  }
}

function follow({ url }: Served, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Reader> {
  return new Promise((resolve, reject) => {
    request(`${url}/events`, { headers: { authorization: `Bearer ${key}`, ...headers }, agent: false })
      .once("response", (incoming) => resolve(new Reader(incoming)))
      .once("error", reject)
      .end();
  });
}

const isEnded = ({ type, change }: Change): boolean => type === "turn" && change === "ended";

async function configure({ home }: Place, values: object): Promise<void> {
  await writeFile(join(home, "config.json"), JSON.stringify(values));
}

describe("GET /events of the built server", { timeout: 180_000 }, () => {
  it("is the same for a key that may look and one that may prompt, and resumes after kill -9 with a reset", async () => {
    await using place = await openPlace();
    await configure(place, { serverKeys });
    const first = await serve(place, ["--cwd", place.work]);
    using looking = await follow(first, READER);
    using driving = await follow(first, DRIVER);
    for (const reader of [looking, driving]) await reader.until(({ reason }) => reason === "new");
    const { session_id: id } = await run({ ...first, token: DRIVER }, "say hi", { agent: "script" });
    await Promise.all([looking, driving].map((reader) => reader.until(isEnded)));
    const changes = (reader: Reader): Change[] => reader.got.filter(({ session_id: one }) => one === id);
    expect(changes(looking)[0]).toMatchObject({ type: "session", change: "created" });
    expect(changes(driving)).toEqual(changes(looking));
    const refused = await post({ ...first, token: READER }, "/sessions", {});
    expect(refused.status).toBe(403);
    expect((await fetch(`${first.url}/events`)).status).toBe(401);
    const last = looking.got.at(-1)?.id ?? "";
    using resumed = await follow(first, READER, { "last-event-id": looking.got[0]?.id ?? "" });
    await resumed.until(isEnded);
    expect(changes(resumed)).toEqual(changes(looking));
    first.running.child.kill("SIGKILL");
    await first.running.ended;
    await using second = await serve(place, ["--cwd", place.work]);
    using again = await follow(second, READER, { "last-event-id": last });
    expect(await again.until(() => true)).toMatchObject({ type: "reset", reason: "restarted" });
    expect(await (await second.fetch(`/sessions/${id}`)).json()).toMatchObject({ id });
  });

  it("has a thousand readers, each of which gets everything", async () => {
    await using place = await openPlace();
    await using server = await serve(place, ["--cwd", place.work]);
    const readers: Reader[] = [];
    for (let count = 0; count < 10; count += 1) {
      readers.push(...(await Promise.all(Array.from({ length: 100 }, () => follow(server, server.token)))));
    }
    await Promise.all(readers.map((reader) => reader.until(({ type }) => type === "reset")));
    const { status } = await run(server, "say hi", { agent: "script" });
    expect(status).toBe("completed");
    await Promise.all(readers.map((reader) => reader.until(isEnded)));
    const ids = readers.map(({ got }) => got.map(({ id }) => id).slice(1, 4));
    for (const one of ids) expect(one).toEqual(ids[0]);
    for (const reader of readers) reader[Symbol.dispose]();
    expect((await server.fetch("/health")).status).toBe(200);
  });
});

describe("the setting notify", { timeout: 180_000 }, () => {
  const lines = async (path: string): Promise<Record<string, string>[]> => {
    if (!existsSync(path)) return [];
    const text = await readFile(path, "utf8");
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, string>);
  };

  it("runs the user's command once per event, with what happened and without secrets", async () => {
    await using place = await openPlace();
    const written = join(place.home, "notified.ndjson");
    const write = (path: string): string =>
      `require("fs").appendFileSync(${JSON.stringify(path)}, JSON.stringify(process.env) + "\\n")`;
    await configure(place, { notify: { command: process.execPath, args: ["-e", write(written)] } });
    await mkdir(place.file(".parley"));
    const foreign = place.file("foreign.ndjson");
    const notify = { command: process.execPath, args: ["-e", write(foreign)] };
    await writeFile(place.file(".parley", "config.json"), JSON.stringify({ notify }));
    const env = { SOME_API_KEY: "not-for-commands" };
    await using server = await serve(place, ["--cwd", place.work], { env });
    using one = await follow(server, server.token);
    using other = await follow(server, server.token);
    const asking = await run(server, "write a.txt x", { agent: "script", mode: "async" });
    const asked = await one.until(({ change }) => change === "opened");
    await other.until(({ change }) => change === "opened");
    await expect.poll(() => lines(written), { timeout: 30_000 }).toHaveLength(1);
    const questionId = asked.question?.id ?? "";
    await post(server, `/interactions/${questionId}`, { action: "allow_once" });
    await ended(server, asking.run_id);
    await expect.poll(() => lines(written), { timeout: 30_000 }).toHaveLength(2);
    await run(server, "fail broken", { agent: "script" });
    await expect.poll(() => lines(written), { timeout: 30_000 }).toHaveLength(3);
    const [question, end, failed] = await lines(written);
    expect(question).toMatchObject({
      PARLEY_EVENT: "question",
      PARLEY_SESSION: asking.session_id,
      PARLEY_QUESTION: questionId,
      PARLEY_TITLE: "write a.txt x",
      PARLEY_FOLDER: place.work,
      PARLEY_EVENT_AGENT: "script",
      PARLEY_TEXT: expect.stringContaining("a.txt") as string,
    });
    expect(end).toMatchObject({ PARLEY_EVENT: "ended", PARLEY_TURN: asking.run_id, PARLEY_TEXT: "" });
    expect(failed?.["PARLEY_EVENT"]).toBe("failed");
    expect(failed?.["PARLEY_TEXT"]).not.toBe("");
    expect(await readFile(written, "utf8")).not.toContain("not-for-commands");
    expect(existsSync(foreign)).toBe(false);
  });

  it("that fails is logged once, and harms nothing", async () => {
    await using place = await openPlace();
    const begun = join(place.home, "begun.ndjson");
    const fail = `require("fs").appendFileSync(${JSON.stringify(begun)}, "{}\\n"); process.exit(3)`;
    await configure(place, { notify: { command: process.execPath, args: ["-e", fail], on: ["ended"] } });
    const server = await serve(place, ["--cwd", place.work]);
    let logged = "";
    server.running.child.stderr.on("data", (chunk: string) => (logged += chunk));
    for (const words of ["say one", "say two", "say three"]) {
      expect((await run(server, words, { agent: "script" })).status).toBe("completed");
    }
    // A server that ends ends the commands, and does not report those.
    await expect.poll(() => lines(begun)).toHaveLength(3);
    await expect.poll(() => logged).toContain("setting notify");
    const { code, stderr } = await server.end();
    expect(code).toBe(0);
    expect(stderr.match(/setting notify/g)).toHaveLength(1);
    expect(stderr).toContain("exited with code 3");
  });

  it("that is wrong stops the server from starting, and names the field", async () => {
    await using place = await openPlace();
    await configure(place, { notify: { on: ["begun"] } });
    const { code, stderr } = await place.run(["serve", "--port", "0", "--no-feed"]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("notify.on");
  });
});

describe("parley usage", { timeout: 180_000 }, () => {
  interface Usage {
    readonly rows: readonly Readonly<Record<string, unknown>>[];
    readonly total: { readonly turns: number; readonly costs: readonly { readonly amount: number }[] };
  }
  const usage = async (place: Place, ...flags: readonly string[]): Promise<Usage> =>
    JSON.parse((await place.run(["usage", "--json", ...flags])).stdout) as Usage;

  it("says what to do when there is none, and refuses what it does not know", async () => {
    await using place = await openPlace();
    expect(await place.run(["usage", "--since", "all"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("No usage yet"),
    });
    expect((await place.run(["usage"])).stderr).toContain("--since all");
    expect(existsSync(join(place.home, "parley.db"))).toBe(false);
    for (const flags of [
      ["--by", "week"],
      ["--since", "soon"],
      ["--until", "2026-13-01"],
    ]) {
      const { code, stderr } = await place.run(["usage", ...flags]);
      expect(code).toBe(2);
      expect(stderr).toContain(flags[0]);
    }
  });

  it("sums up turns on a server and without one, after a restart, kill -9 and a deletion", async () => {
    await using place = await openPlace();
    const first = await serve(place, ["--cwd", place.work]);
    const { session_id: sessionId } = await run(first, "usage 10 100 0.25\nsay hi", { agent: "script" });
    await run(first, "usage 20 100 0.75\nsay hi", { agent: "script", sessionId });
    const online = await usage(place, "--by", "agent,folder");
    expect(online.rows).toMatchObject([{ agent: "script", folder: place.work, turns: 2 }]);
    expect(online.total.costs).toEqual([{ amount: 0.75, currency: "USD" }]);
    first.running.child.kill("SIGKILL");
    await first.running.ended;
    expect(await usage(place, "--by", "agent,folder")).toEqual(online);
    await using second = await serve(place, ["--cwd", place.work]);
    await run(second, "usage 20 100 1.00\nsay hi", { agent: "script", sessionId });
    await second.fetch(`/sessions/${sessionId}`, { method: "DELETE" });
    const after = await usage(place, "--by", "day");
    expect(after.total).toMatchObject({ turns: 3 });
    expect(after.total.costs[0]?.amount).toBeGreaterThanOrEqual(1);
    const http = (await (await second.fetch("/usage?by=day")).json()) as Usage;
    expect(after).toMatchObject(http);
    const table = await place.run(["usage", "--by", "agent,model,folder"]);
    expect(table.stdout).toMatch(/^AGENT +MODEL +FOLDER +TURNS +TIME +INPUT +OUTPUT +COST\n/);
    for (const query of ["by=week", "from=yesterday", "to=2026-02-30"]) {
      expect((await second.fetch(`/usage?${query}`)).status).toBe(400);
    }
  });
});
