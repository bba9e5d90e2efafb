// An answer to a question: what could be remembered is said in words, and what a person says with it reaches the agent.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS, type AcpPeer, type Heard } from "../dialects/acp/testing/acp-peer.ts";

const [, connect] = TRANSPORTS[0] ?? [];
let server: TestServer;
let peer: AcpPeer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  if (connect === undefined) throw new Error("There is no transport");
  peer = await createAcpPeer(await connect({ url: server.url, token: server.token }));
});
afterEach(() => peer.transport.close());

async function start(agent: string): Promise<string> {
  const params = { cwd: server.folder, mcpServers: [], _meta: { parley: { agent } } };
  return String((await peer.ask("session/new", params))["sessionId"]);
}

const prompt = (sessionId: string, text: string): Promise<unknown> =>
  peer.ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });

function answer({ id, params }: Heard, kind: string, parley: object): void {
  const { options } = params as { options: { optionId: string; kind: string }[] };
  const optionId = options.find((option) => option.kind === kind)?.optionId;
  peer.send({ id, result: { outcome: { outcome: "selected", optionId }, _meta: { parley } } });
}

const linesOf = async (sessionId: string): Promise<string> => {
  const events = await server.hub.sessions.events(sessionId, { after: 0, limit: 5_000 });
  return events.map(({ line }) => line).join("\n");
};

it("a reason reaches our own agent's model as the result of its call, and the log with who it was", async () => {
  const sessionId = await start("backend");
  const turn = prompt(sessionId, "run touch unwanted.txt\nsay done");
  const asked = await peer.called("session/request_permission");
  expect(asked.params).toMatchObject({ _meta: { parley: { proposals: [expect.stringContaining("touch")] } } });
  const [open] = await server.hub.interactions.list({ sessionId, state: "pending" });
  expect(open).toMatchObject({ proposals: [expect.stringContaining("touch")] });
  answer(asked, "reject_once", { reason: "use mkdir instead" });
  await turn;
  const events = await server.hub.sessions.events(sessionId, { after: 0, limit: 5_000 });
  expect(events.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: "permission_answered", reason: "use mkdir instead", actor: { surface: "tests" } }),
  );
  const folder = join(server.folder, "home", "agent", "sessions");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ndjson"));
  const raw = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  expect(raw.join("\n")).toContain("The user rejected this call (use mkdir instead)");
});

it("a reason is the next prompt of any other agent", async () => {
  const sessionId = await start("script");
  const turn = prompt(sessionId, "run touch unwanted.txt\nsay done");
  const asked = await peer.called("session/request_permission");
  answer(asked, "reject_once", { reason: "say mkdir instead" });
  await turn;
  // Queued behind what the person said.
  await prompt(sessionId, "say next");
  const lines = await linesOf(sessionId);
  expect(lines).toContain('"prompt":[{"type":"text","text":"say mkdir instead"}]');
  expect(lines).toMatch(/"text":"mkdir instead"[^]*"text":"next"/);
  expect(await server.hub.store.getDocument("unheard", sessionId)).toBeUndefined();
});

it("an answer that is remembered for the session answers the next question", async () => {
  const sessionId = await start("backend");
  const turn = prompt(sessionId, "run touch wanted.txt\nrun touch wanted.txt\nsay done");
  answer(await peer.called("session/request_permission"), "allow_once", { remember: "session" });
  await turn;
  expect(await server.hub.interactions.list({ sessionId })).toHaveLength(1);
  expect(await linesOf(sessionId)).toContain("done");
});
