// Agents that hang, are stopped, or are not used for long, behind the real server.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { startStubModel, STUB_MODEL } from "@parley/test-support/stub-model";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { ended, post, run, textOf } from "./rest.ts";
import { serve } from "./served.ts";

/** Ignores every cancel. "hang": works on for ever and says so all the time; anything else is said back. Travels as text. */
const STUBBORN = [
  "-e",
  `
  let sessions = 0;
  const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
  const say = (sessionId, text) =>
    send({ method: "session/update", params: { sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } } });
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" + (sessions += 1) + "-" + process.pid } });
    else if (method === "session/prompt") {
      const { text } = params.prompt.at(-1);
      say(params.sessionId, "[" + text + "]");
      if (text === "hang") setInterval(() => say(params.sessionId, "late "), 10);
      else if (text.startsWith("wait ")) setTimeout(() => send({ id, result: { stopReason: "end_turn" } }), Number(text.slice(5)));
      else send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, error: { code: -32601, message: "Method not found" } });
  });
  `,
];

function children(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

/** Children of a process whose command has the word. */
function agentsOf(pid: number, word: string): readonly number[] {
  return children(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, "utf8").split("\0").includes(word);
    } catch {
      return false; // It has just ended.
    }
  });
}

// Processes are found in /proc.
describe.skipIf(process.platform !== "linux")("an agent that hangs", { timeout: 120_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    const hub = { forceMs: 200, agentLimits: { stoppedMs: 500, closeSessionMs: 500 } };
    server = await openTestServer({ agents: { stubborn: STUBBORN }, hub });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("loses the session on a forced cancel; the next turn has a new process without its late output", async () => {
    const first = await run(server, "hang", { agent: "stubborn", mode: "async" });
    const { session_id: sessionId } = first;
    const other = await run(server, "before", { agent: "stubborn" });
    const busy = run(server, "wait 1500", { agent: "stubborn" });
    await expect.poll(async () => textOf(await (await server.fetch(`/runs/${first.run_id}`)).json())).toContain("late");
    await post(server, `/runs/${first.run_id}/cancel`, {});
    expect(await ended(server, first.run_id)).toMatchObject({ status: "cancelled" });
    const next = await run(server, "hello", { agent: "stubborn", sessionId });
    expect(next).toMatchObject({ status: "completed" });
    expect(textOf(next)).toBe("[hello]");
    // Sessions of the same process: the idle one moves with it, the busy one is not disturbed.
    const moved = await run(server, "after", { agent: "stubborn", sessionId: other.session_id });
    expect(textOf(moved)).toBe("[after]");
    const undisturbed = await busy;
    expect(undisturbed).toMatchObject({ status: "completed" });
    const last = await run(server, "and now", { agent: "stubborn", sessionId: undisturbed.session_id });
    expect(textOf(last)).toBe("[and now]");
    await expect.poll(() => agentsOf(process.pid, STUBBORN[1] ?? "").length).toBe(1);
  });

  it("and is stopped by a signal ends the turn, and then works again", async () => {
    const first = await run(server, "say One", { agent: "backend" });
    const [pid = 0] = agentsOf(process.pid, "agent");
    process.kill(pid, "SIGSTOP");
    const stopped = await run(server, "say Two", { agent: "backend", sessionId: first.session_id });
    expect(stopped).toMatchObject({ status: "failed" });
    expect(stopped.error?.message).toContain("stopped by a signal");
    expect(textOf(await run(server, "say Three", { agent: "backend", sessionId: first.session_id }))).toContain(
      "Three",
    );
    const [again = 0] = agentsOf(process.pid, "agent");
    process.kill(again, "SIGSTOP");
    // A new session is asked for, and gets no answer either.
    expect(await run(server, "say Four", { agent: "backend" })).toMatchObject({ status: "failed" });
    expect(textOf(await run(server, "say Five", { agent: "backend" }))).toContain("Five");
  });
});

describe.skipIf(process.platform !== "linux")("an idle agent", { timeout: 120_000 }, () => {
  it("exits, and is restarted by the next prompt with its context", async () => {
    await using model = await startStubModel();
    await using place = await openPlace();
    const env = {
      PARLEY_AGENT_IDLE_SECONDS: "1",
      PARLEY_MODEL: `openai/${STUB_MODEL}`,
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: "test",
    };
    await using server = await serve(place, [], { env });
    const first = await run(server, "The password is marmalade", { agent: "backend" });
    expect(first).toMatchObject({ status: "completed" });
    await expect.poll(() => agentsOf(server.pid, "agent"), { timeout: 60_000 }).toEqual([]);
    const next = await run(server, "What was it?", { agent: "backend", sessionId: first.session_id });
    expect(next).toMatchObject({ status: "completed" });
    const told = model.requests
      .map(({ body }) => JSON.stringify(body ?? ""))
      .find((body) => body.includes("What was it?"));
    expect(told).toContain("marmalade");
    const { stdout } = await place.run(["sessions", "export", first.session_id, "--format", "ndjson"]);
    expect(stdout).toContain('"type":"agent_restarted"');
  });
});
