// Providers that turn us away, break off or talk nonsense, and models that call tools as they please.
import { AUTH_REQUIRED } from "@parley/acp";
import { ErrorCodes } from "@parley/rpc";
import { resultsOf } from "@parley/test-support/stub-model";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startRudeServer } from "../models/testing/rude-server.ts";
import { TEST_KEY } from "../models/testing/wires.ts";
import { openAgent, textOf } from "../testing/open-agent.ts";
import { callsOf, openStubbed, type StubbedAgent } from "../testing/open-stubbed.ts";

/** As many tries as ever, sooner after each other. */
const HASTY = { retryFirstMs: 20 };

const NOTICES = { session: { notices: {} } };

const noticesOf = ({ updates }: StubbedAgent): string[] =>
  updates.flatMap((update) => (update.sessionUpdate === "notice" ? [update.title ?? ""] : []));

// Each has an agent and a provider of its own; most of their time is waiting before the next try.
describe.concurrent("a provider", () => {
  it.each([429, 500, 503])("that answers %i once is asked again, and the user is informed", async (status) => {
    await using opened = await openStubbed({ capabilities: NOTICES });
    const sessionId = await opened.newSession();
    const { stopReason, updates } = await opened.play(sessionId, `status ${status} 0 1`, "say there");
    expect(stopReason).toBe("end_turn");
    expect(textOf(updates)).toBe("there");
    expect(noticesOf(opened)).toContainEqual(expect.stringMatching(/Retrying in 1 s/));
  });

  it.each([
    [429, "rate_limited"],
    [503, "overloaded"],
  ])("that answers %i for too long fails the turn with a remedy, and the session continues", async (status, kind) => {
    await using opened = await openStubbed({ capabilities: NOTICES });
    const sessionId = await opened.newSession();
    await expect(opened.play(sessionId, `status ${status} 599 9`, "say never")).rejects.toMatchObject({
      code: ErrorCodes.internalError,
      data: { kind, status, remedy: expect.any(String) as string },
    });
    expect((await opened.play(sessionId, "say on we go")).stopReason).toBe("end_turn");
  });

  it("that rejects the key causes an authentication error without the secret", async () => {
    await using opened = await openStubbed();
    const sessionId = await opened.newSession();
    const error: unknown = await opened.play(sessionId, "status 401 0 1").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: AUTH_REQUIRED, data: { methods: expect.any(Array) as unknown[] } });
    expect(JSON.stringify([error, (error as Error).message])).not.toContain(TEST_KEY);
  });

  it.each([
    ["fails", "fail The server is on fire", /on fire/],
    ["hangs up", "drop", /./],
  ])(
    "that %s in the middle leaves what it said, and the turn fails",
    async (_, line, message) => {
      await using opened = await openStubbed();
      const sessionId = await opened.newSession();
      await expect(opened.play(sessionId, "say half of it", line)).rejects.toMatchObject({
        code: ErrorCodes.internalError,
        message: expect.stringMatching(message) as string,
      });
      expect(textOf(opened.updates)).toBe("half of it");
      await opened.play(sessionId, "say the rest");
      expect(JSON.stringify(opened.last().messages)).toContain("half of it");
      opened.updates.length = 0;
      await opened.agent.request("session/load", { sessionId, cwd: opened.cwd, mcpServers: [] });
      expect(textOf(opened.updates)).toBe("half of itthe rest");
    },
    60_000,
  );

  it.each([
    ["a page", "text/html", "<html>It works!</html>"],
    ["an empty answer", "text/event-stream", ""],
    ["events of nonsense", "text/event-stream", "data: {]\n\ndata: 7\n\ndata: [DONE]\n\n"],
  ])(
    "that sends %s fails the turn, in words",
    async (_, type, body) => {
      await using server = await startRudeServer((response) => {
        response.writeHead(200, { "content-type": type }).end(body);
      });
      const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "k", OLLAMA_HOST: "http://127.0.0.1:9" };
      const defaults = { modelId: "openai-compatible/m" };
      await using opened = await openAgent({ options: { env, defaults, modelLimits: HASTY } });
      const sessionId = await opened.newSession();
      const error: unknown = await opened.prompt(sessionId, "hello").catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: ErrorCodes.internalError, data: { kind: expect.any(String) as string } });
      expect((error as Error).message).not.toMatch(/^Internal error$/);
      expect((error as Error).message.length).toBeGreaterThan(20);
      await opened.agent.request("session/set_config_option", {
        sessionId,
        configId: "model",
        value: "offline/script",
      });
      expect(textOf((await opened.prompt(sessionId, "say still here")).updates)).toContain("still here");
    },
    60_000,
  );

  it("that is unknown is rejected with the list of known ones", async () => {
    await using opened = await openStubbed();
    const sessionId = await opened.newSession();
    const set = { sessionId, configId: "model", value: "nobody/x" };
    await expect(opened.agent.request("session/set_config_option", set)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Provider nobody not found; available: anthropic") as string,
    });
    await expect(opened.agent.request("session/set_model", { sessionId, modelId: "x" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('"x" is not a model; expected PROVIDER/MODEL') as string,
    });
  });

  it("that is known may have models that it does not list", async () => {
    await using opened = await openStubbed();
    const sessionId = await opened.newSession();
    const set = { sessionId, configId: "model", value: "openai-compatible/another" };
    await opened.agent.request("session/set_config_option", set);
    expect(await opened.play(sessionId, "say x")).toMatchObject({ stopReason: "end_turn" });
  });
});

describe("a model that calls tools badly", () => {
  it("reads the error; each call fails separately, and nothing is executed", async () => {
    await using opened = await openStubbed({ settings: { approval: "bypass" } });
    const sessionId = await opened.newSession();
    const { stopReason, updates } = await opened.play(
      sessionId,
      'call write {"path": 7}',
      'call wrte {"path": "a.txt", "content": "x"}',
      'call read {"path": "missing.txt"}',
      'call write {"path": "a.txt", "content": "good"}',
      "call write { half",
      "say done",
    );
    expect(stopReason).toBe("end_turn");
    expect(callsOf(updates).map(({ status }) => status)).toEqual(["failed", "failed", "failed", "completed", "failed"]);
    const results = resultsOf(opened.last()).map(({ text }) => text);
    for (const [index, said] of [/path/, /write/, /missing\.txt/, /Created/, /JSON/].entries()) {
      expect(results[index]).toMatch(said);
    }
    expect(readFileSync(join(opened.cwd, "a.txt"), "utf8")).toBe("good");
  });

  it("is stopped when every call fails, step after step", async () => {
    await using opened = await openStubbed({ settings: { approval: "bypass" }, capabilities: NOTICES });
    const sessionId = await opened.newSession();
    const steps = Array.from({ length: 20 }, (_, index) => [`call nothing {"n": ${index}}`, "then"]).flat();
    const { stopReason } = await opened.play(sessionId, ...steps, "say never");
    expect(stopReason).toBe("max_turn_requests");
    expect(noticesOf(opened)).toContainEqual(expect.stringContaining("Stopped"));
  }, 60_000);
});
