// GET /events: everything that changes, for every key that may look; resumed, refused, and read slowly.
import { createHash } from "node:crypto";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEventReader, type EventReader } from "../acp/testing/event-reader.ts";
import { openRaw } from "../../testing/raw-connection.ts";
import { readEvents } from "../../testing/read-events.ts";

const DASHBOARD = "a-key-that-may-only-look";
const toHash = (key: string): string => createHash("sha256").update(key).digest("hex");

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ keys: [{ name: "dashboard", hash: toHash(DASHBOARD), scopes: ["read"] }] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const follow = async (path = "/events", headers: Readonly<Record<string, string>> = {}): Promise<EventReader> =>
  createEventReader(await server.fetch(path, { headers }));

interface Change {
  readonly type: string;
  readonly change?: string;
  readonly session_id?: string;
}

/** In words, for one session: `turn ended`. */
const told = ({ messages }: EventReader, sessionId: string): string[] =>
  (messages as unknown as readonly Change[])
    .filter(({ session_id: id }) => id === sessionId)
    .map(({ type, change }) => `${type} ${change}`);

const post = (path: string, body: unknown = {}): Promise<Response> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const ended = (sessionId: string) => (message: Readonly<Record<string, unknown>>) =>
  message["type"] === "turn" && message["change"] === "ended" && message["session_id"] === sessionId;

describe("the stream of all changes", () => {
  it("shows a session from its creation to its end, to a key that may only look", async () => {
    await using all = await follow("/events", { authorization: `Bearer ${DASHBOARD}` });
    expect(await all.find(({ type }) => type === "reset")).toMatchObject({ reason: "new" });
    const { id } = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
    const { id: turnId } = await server.hub.turns.start({
      sessionId: id,
      prompt: [{ type: "text", text: "write a.txt x" }],
    });
    const asked = await all.find(({ type, change }) => type === "question" && change === "opened");
    const { question } = asked as unknown as { readonly question: { readonly id: string; readonly title: string } };
    expect(asked).toMatchObject({
      session_id: id,
      question: { turn_id: turnId, state: "pending", kind: "permission" },
    });
    expect(question.title).toContain("a.txt");
    expect((await post(`/interactions/${question.id}`, { action: "allow_once" })).status).toBe(200);
    expect(await all.find(({ change }) => change === "answered")).toMatchObject({
      question: { id: question.id, state: "answered", answered_by: "token", actor: { surface: "api" } },
    });
    const end = await all.find(ended(id));
    expect(end).toMatchObject({ turn: { id: turnId, state: "completed" } });
    expect(JSON.stringify(end)).not.toContain("write a.txt");
    await server.hub.sessions.rename(id, "Another name");
    await all.find((event) => JSON.stringify(event["session"] ?? "").includes("Another name"));
    await server.hub.sessions.handOver(id, "backend");
    expect(await all.find(({ change }) => change === "handed_over")).toMatchObject({
      session: { id, agent: "backend" },
      from_agent: "script",
    });
    await server.hub.sessions.delete(id);
    await all.find(({ change, session_id: one }) => change === "deleted" && one === id);
    const words = told(all, id);
    expect(words[0]).toBe("session created");
    expect(words.at(-1)).toBe("session deleted");
    const order = ["turn queued", "turn running", "question opened", "turn waiting", "question answered", "turn ended"];
    expect(words.filter((word) => order.includes(word) && word !== "turn running")).toEqual(
      order.filter((word) => word !== "turn running"),
    );
    const states = (all.messages as unknown as readonly { readonly session?: { readonly status: string } }[])
      .flatMap(({ session }) => session?.status ?? [])
      .filter((status, index, statuses) => status !== statuses[index - 1]);
    expect(states.slice(0, 5)).toEqual(["idle", "running", "awaiting", "running", "idle"]);
  });

  it("does not report the text that an agent streams", async () => {
    await using all = await follow();
    const { id } = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
    await server.hub.turns.start({ sessionId: id, prompt: [{ type: "text", text: "stream 400 10" }] });
    await all.find(ended(id));
    expect(told(all, id).length).toBeLessThan(20);
  });

  it("shows forks, imports and agents", async () => {
    await using all = await follow();
    const { id } = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
    await server.hub.turns.start({ sessionId: id, prompt: [{ type: "text", text: "say hi" }] });
    await all.find(ended(id));
    const fork = await server.hub.sessions.fork(id);
    await all.find(({ change, session_id: one }) => change === "created" && one === fork.id);
    const imported = await server.hub.sessions.import(server.hub.sessions.export(id));
    await all.find(({ change, session_id: one }) => change === "created" && one === imported.id);
    await server.hub.agents.setEnabled("qa", false);
    expect(await all.find(({ type, name }) => type === "agent" && name === "qa")).toMatchObject({
      change: "changed",
      agent: { is_enabled: false },
    });
    await server.hub.agents.setEnabled("qa", true);
    await all.find((event) => event["name"] === "qa" && JSON.stringify(event["agent"]).includes('"is_enabled":true'));
  });

  it.each([
    ["Last-Event-ID", (id: string) => follow("/events", { "last-event-id": id })],
    ["after", (id: string) => follow(`/events?after=${id}`)],
    [
      "both, of which the header counts",
      (id: string) => follow("/events?after=000000000000-1", { "last-event-id": id }),
    ],
  ])("resumes by %s: everything in between, once, and no reset", async (_, resume) => {
    const place = await (async () => {
      await using first = await follow();
      await first.find(({ type }) => type === "reset");
      return first.ids[0] ?? "";
    })();
    const { id } = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
    await server.hub.sessions.delete(id);
    await using again = await resume(place);
    await again.find(({ change, session_id: one }) => change === "deleted" && one === id);
    expect(told(again, id)).toEqual(["session created", "session deleted"]);
    expect(again.messages.filter(({ type }) => type === "reset")).toEqual([]);
    const numbers = again.ids.map((one) => Number(one?.split("-")[1]));
    expect(numbers).toEqual(numbers.map((__, at) => Number(place.split("-")[1]) + 1 + at));
  });

  it("starts over for a place of an earlier process", async () => {
    await using all = await follow("/events", { "last-event-id": "0123456789ab-7" });
    expect(await all.find(() => true)).toMatchObject({ type: "reset", reason: "restarted" });
  });
});

describe("a wrong request for all changes", () => {
  it.each(["1", "x", "0123456789ab", "0123456789ab--1", "0123456789ab-1e3", "0123456789ab-1, 0123456789ab-2", "é"])(
    "is refused with the name of the header (%s)",
    async (id) => {
      const response = await server.fetch("/events", { headers: { "last-event-id": id } });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "bad_input", field: "Last-Event-ID" });
    },
  );

  it.each(["x", "", "0123456789ab-99999999999999999999", "%00", "a".repeat(5_000)])(
    "is refused with the name of the field (%#)",
    async (after) => {
      const response = await server.fetch(`/events?after=${after}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "bad_input", field: "after" });
    },
  );

  it("is refused without a key, whatever else it contains", async () => {
    for (const headers of [{}, { "last-event-id": "0123456789ab-1" }, { authorization: "Bearer no" }]) {
      expect((await fetch(`${server.url}/events`, { headers })).status).toBe(401);
    }
    const keys = `Authorization: Bearer no\r\nAuthorization: Bearer ${server.token}\r\n`;
    const text = `GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${keys}\r\n`;
    using twice = await openRaw(server.url, { text });
    expect(await twice.closed).toMatch(/^HTTP\/1.1 4\d\d/);
  });

  it("gets the head alone for HEAD, and no subscription", async () => {
    const response = await server.fetch("/events", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});

describe("a reader of all changes that does not read", () => {
  /** Large enough that the system's buffers do not take them all. */
  const RENAMES = 400;
  const rules = { autoAllow: Array.from({ length: 60 }, (_, at) => `read(${at}${"x".repeat(900)})`), autoReject: [] };

  async function renameOften({ hub, folder }: TestServer): Promise<string> {
    const { id } = await hub.sessions.create({ agent: "script", cwd: folder, rules });
    for (let count = 1; count <= RENAMES; count += 1) {
      await hub.sessions.rename(id, `Name ${count}`);
      // Changes within one turn of the event loop are one.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return `"name":"Name ${RENAMES}"`;
  }

  it("gets everything in order once it reads, from what is kept", async () => {
    const slow = await readEvents(`${server.url}/events`, server.token, { isPaused: true });
    const last = await renameOften(server);
    let text = "";
    for await (const chunk of slow.incoming) {
      text += String(chunk);
      if (text.includes(last)) break;
    }
    const numbers = [...text.matchAll(/^id: \w+-(\d+)$/gm)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThan(RENAMES);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
    expect(text.match(/^event: reset$/gm)).toHaveLength(1);
    slow.close();
  });

  it("is disconnected after a while, without harm to others", async () => {
    await using other = await openTestServer({ limits: { streamFullMs: 300, streamSweepMs: 20 } });
    const slow = await readEvents(`${other.url}/events`, other.token, { isPaused: true });
    const quick = await readEvents(`${other.url}/events`, other.token);
    const last = await renameOften(other);
    await quick.until(last);
    await expect
      .poll(async () => (await other.fetch("/metrics")).text(), { timeout: 20_000 })
      .toContain("parley_event_streams_cut_off_total 1");
    slow.incoming.resume();
    expect(await slow.over).toBe("broken");
    quick.close();
  });
});
