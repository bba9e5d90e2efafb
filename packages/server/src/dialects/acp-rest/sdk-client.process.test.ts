import { openTestServer, type TestServer } from "@parley/test-support/server";
import type * as Sdk from "acp-sdk";
import { rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAcpRestDialect } from "./create-dialect.ts";
import { collect } from "./testing/collect.ts";
import { TEST_AGENTS } from "./testing/test-agents.ts";

// Its module form does not load on Node 20, and tests run with the conditions of modules: so the other form, by its path.
const load = createRequire(import.meta.url);
const { Client, ACPError } = load(join(load.resolve("acp-sdk/package.json"), "../dist/index.cjs")) as typeof Sdk;

let server: TestServer;
let client: Sdk.Client;

beforeAll(async () => {
  server = await openTestServer({ agents: TEST_AGENTS, dialects: [createAcpRestDialect] });
  const { token } = server;
  client = new Client({
    baseUrl: server.url,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

const text = (run: Sdk.Run): string =>
  run.output.flatMap(({ parts }) => parts.map(({ content }) => content ?? "")).join("");
const types = (events: readonly Sdk.Event[]): string[] => events.map(({ type }) => type);
const resume = (content?: string): Sdk.AwaitResume => ({
  type: "message",
  message: {
    role: "user",
    parts: content === undefined ? [] : [{ content_type: "text/plain", content, content_encoding: "plain" }],
    created_at: null,
    completed_at: null,
  },
});

describe("the official client", () => {
  test("pings and lists the agents", async () => {
    await client.ping();
    const agents = await client.agents();
    expect(agents.map(({ name }) => name)).toEqual(expect.arrayContaining(["backend", "assistant"]));
    expect(agents).toHaveLength(10);
    expect((await client.agent("echo")).name).toBe("echo");
    expect((await client.agent("slow_echo")).name).toBe("slow-echo");
    await expect(client.agent("nobody")).rejects.toMatchObject({ name: "ACPError", code: "not_found" });
  });

  test.each<[string, Parameters<Sdk.Client["runSync"]>[1], string]>([
    ["text", "Howdy!", "Howdy!"],
    ["texts", ["How", "dy!"], "Howdy!"],
    ["a part", { content_type: "text/plain", content: "Howdy!", content_encoding: "plain" }, "Howdy!"],
    ["an image", { content_type: "image/png", content: "AAAA", content_encoding: "base64" }, "AAAA"],
  ])("runs with %s", async (_, input, said) => {
    const run = await client.runSync("echo", input);
    expect(run.status).toBe("completed");
    expect(text(run)).toBe(said);
    expect(run.output.every(({ role }) => role === "agent/echo")).toBe(true);
  });

  test("an asynchronous run can be queried", async () => {
    const { run_id: id, status } = await client.runAsync("echo", "Howdy!");
    expect(["created", "in-progress"]).toContain(status);
    await server.hub.turns.ended(id);
    const run = await client.runStatus(id);
    expect(run.status).toBe("completed");
    expect(text(run)).toBe("Howdy!");
  });

  test("a stream contains everything in order, and so does the list", async () => {
    const events = await collect(client.runStream("echo", "Howdy!"));
    expect(types(events).filter((type) => type !== "generic")).toEqual([
      "run.created",
      "run.in-progress",
      "message.created",
      "message.part",
      "message.completed",
      "run.completed",
    ]);
    const last = events.at(-1);
    if (last?.type !== "run.completed") throw new Error("it did not complete");
    expect(types(await client.runEvents(last.run.run_id))).toEqual(types(events));
  });

  test("a run is cancelled", async () => {
    const { run_id: id } = await client.runAsync("slow_echo", "Howdy!");
    const cancelled = await client.runCancel(id);
    expect(cancelled.status).toBe("cancelling");
    await server.hub.turns.ended(id);
    expect((await client.runStatus(id)).status).toBe("cancelled");
    await expect(client.runCancel(id)).rejects.toBeInstanceOf(ACPError);
  });

  test("closing a stream does not cancel the run", async () => {
    const release = join(server.folder, "release");
    const controller = new AbortController();
    let id = "";
    await expect(async () => {
      for await (const event of client.runStream("slow_echo", "Howdy!", controller.signal)) {
        if (event.type === "run.created") id = event.run.run_id;
        if (event.type === "message.part") controller.abort();
      }
    }).rejects.toThrow(/abort/i);
    expect((await client.runStatus(id)).status).toBe("in-progress");
    await writeFile(release, "");
    expect((await server.hub.turns.ended(id)).state).toBe("completed");
    await rm(release);
  });

  test("a session keeps its context", async () => {
    await client.withSession(async (session) => {
      const first = await session.runSync("history_echo", "one");
      expect(first.session_id).toBe(session.sessionId);
      expect(text(first)).toBe("one");
      expect(text(await session.runSync("history_echo", "two"))).toBe("onetwo");
    });
  });

  test("an agent waits for an answer", async () => {
    const run = await client.runSync("awaiter", "go");
    expect(run.status).toBe("awaiting");
    expect(run.await_request?.message.parts[0]?.content).toContain("What now?");
    expect(text(await client.runResumeSync(run.run_id, resume("Later.")))).toBe("answer: Later.");

    const second = await client.runSync("awaiter", "go");
    const going = await client.runResumeAsync(second.run_id, resume());
    expect(["in-progress", "completed"]).toContain(going.status);
    await server.hub.turns.ended(second.run_id);
    expect(text(await client.runStatus(second.run_id))).toBe("answer: accept");

    const third = await client.runSync("awaiter", "permission");
    const events = await collect(client.runResumeStream(third.run_id, resume("allow once")));
    expect(types(events)[0]).toBe("run.in-progress");
    expect(types(events).at(-1)).toBe("run.completed");
    expect(text(await client.runStatus(third.run_id))).toContain("answer: yes-1");
  });

  test("a failure has an error code", async () => {
    const failed = await client.runSync("failer", "go");
    expect(failed).toMatchObject({ status: "failed", error: { code: "invalid_input", message: "Wrong question" } });
    const raised = await client.runSync("raiser", "go");
    expect(raised).toMatchObject({ status: "failed", error: { code: "server_error" } });
    expect(types(await collect(client.runStream("raiser", "go"))).at(-1)).toBe("run.failed");
  });
});
