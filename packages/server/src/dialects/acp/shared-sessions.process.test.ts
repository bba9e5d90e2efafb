// Several clients on one session: everybody sees everything, the first answer counts, nobody answers for another.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAcpDialect } from "./create-dialect.ts";
import { createAcpPeer, isUpdate, seqOf, TRANSPORTS, updateOf, type AcpPeer, type Heard } from "./testing/acp-peer.ts";

const text = (value: string): { readonly type: string; readonly text: string }[] => [{ type: "text", text: value }];

describe.each(TRANSPORTS)("several clients over %s", (_, connect) => {
  let server: TestServer;
  const peers: AcpPeer[] = [];

  beforeAll(async () => {
    server = await openTestServer({ dialects: [createAcpDialect] });
  });

  afterEach(async () => {
    await Promise.all(peers.splice(0).map(({ transport }) => transport.close()));
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  async function join(capabilities = {}): Promise<AcpPeer> {
    const peer = await createAcpPeer(await connect(server), capabilities);
    peers.push(peer);
    return peer;
  }

  async function newSession(peer: AcpPeer): Promise<string> {
    const params = { cwd: server.folder, mcpServers: [], _meta: { parley: { agent: "script" } } };
    return String((await peer.ask("session/new", params))["sessionId"]);
  }

  const load = (peer: AcpPeer, sessionId: string): Promise<unknown> =>
    peer.ask("session/load", { sessionId, cwd: server.folder, mcpServers: [] });
  const prompt = (peer: AcpPeer, sessionId: string, script: string): Promise<unknown> =>
    peer.ask("session/prompt", { sessionId, prompt: text(script) });
  const answer = (peer: AcpPeer, { id, params }: Heard, kind: string): void => {
    const { options } = params as { options: { optionId: string; kind: string }[] };
    const optionId = options.find((option) => option.kind === kind)?.optionId;
    peer.send({ id, result: { outcome: { outcome: "selected", optionId } } });
  };
  const saysTo = (peer: AcpPeer, words: string): Promise<Heard> =>
    peer.find((message) => isUpdate(message, "agent_message_chunk") && JSON.stringify(message).includes(words));

  it("sees the turns and prompts of others, without an echo of its own", async () => {
    const [first, second] = [await join(), await join()];
    const sessionId = await newSession(first);
    await load(second, sessionId);
    await prompt(first, sessionId, "say from the first");
    await saysTo(second, "from the first");
    await prompt(second, sessionId, "say from the second");
    await saysTo(first, "from the second");
    expect(first.text("user_message_chunk")).toBe("say from the second");
    expect(second.text("user_message_chunk")).toBe("say from the first");
    const seqs = second.heard.map(seqOf).filter((seq) => seq > 0);
    expect(seqs).toEqual([...seqs].toSorted((a, b) => a - b));
  });

  it("sees a rewind, and one that loads the session later gets what counts", async () => {
    const [first, second] = [await join({ session: { notices: {} } }), await join()];
    const sessionId = await newSession(first);
    await prompt(first, sessionId, "say one");
    await prompt(first, sessionId, "say two");
    await first.ask("_parley/sessions/rewind", { id: sessionId, turn: "2" });
    const said = "Rewound to before turn 2 · tests";
    await first.find((message) => isUpdate(message, "notice") && JSON.stringify(message).includes(said));
    await prompt(first, sessionId, "say three");
    await load(second, sessionId);
    expect(second.text("user_message_chunk")).toBe("say onesay three");
    expect(second.text("agent_message_chunk")).toBe("onethree");
    expect(first.text("agent_message_chunk")).toBe("onetwothree");
  });

  it("asks all clients, accepts the first answer, and closes the question for the others", async () => {
    const [first, second] = [await join(), await join()];
    const sessionId = await newSession(first);
    await load(second, sessionId);
    const turn = prompt(first, sessionId, "run echo hi\nsay done");
    const [mine, theirs] = await Promise.all([
      first.called("session/request_permission"),
      second.called("session/request_permission"),
    ]);
    answer(second, theirs, "allow_once");
    expect(await turn).toMatchObject({ stopReason: "end_turn" });
    const cancelled = await first.called("$/cancel_request");
    expect(cancelled.params).toEqual({ requestId: mine.id });
    // Too late, and harmless.
    answer(first, mine, "reject_once");
    expect(first.text("agent_message_chunk")).toContain("done");
    const [interaction] = await server.hub.interactions.list({ sessionId });
    expect(interaction).toMatchObject({ state: "answered", answeredBy: "tests" });
  });

  it("names who prompted and who answered to the others, and not to the one who did", async () => {
    const notices = { session: { notices: {} } };
    const [first, second, third] = [await join(notices), await join(notices), await join()];
    const sessionId = await newSession(first);
    await Promise.all([load(second, sessionId), load(third, sessionId)]);
    const turn = prompt(first, sessionId, "run echo hi\nsay done");
    const question = await second.called("session/request_permission");
    answer(second, question, "allow_once");
    await turn;
    const actor = { surface: "tests" };
    const shown = await second.find((message) => isUpdate(message, "user_message_chunk"));
    expect(updateOf(shown)).toMatchObject({ _meta: { parley: { actor } } });
    const notice = await first.find((message) => isUpdate(message, "notice"));
    expect(updateOf(notice)).toMatchObject({
      title: "A question was answered in tests",
      _meta: { parley: { answered: { actor, outcome: { outcome: "selected" } } } },
    });
    await Promise.all([saysTo(second, "done"), saysTo(third, "done")]);
    expect([second, third].flatMap(({ heard }) => heard).some((message) => isUpdate(message, "notice"))).toBe(false);
  });

  it("lets a client disconnect without answering for others, and asks clients that connect later", async () => {
    const [first, second] = [await join(), await join()];
    const sessionId = await newSession(first);
    await load(second, sessionId);
    void prompt(first, sessionId, "run echo hi\nsay done").catch(() => undefined);
    await first.called("session/request_permission");
    await first.transport.close();

    const third = await join();
    await third.ask("session/resume", { sessionId, cwd: server.folder, mcpServers: [] });
    const question = await third.called("session/request_permission");
    const [pending] = await server.hub.interactions.list({ sessionId, state: "pending" });
    expect(pending?.state).toBe("pending");
    answer(third, question, "allow_once");
    await saysTo(second, "done");
    expect(third.text("user_message_chunk")).toBe("");
  });

  it("sends nothing about a new session before its id is known, and then its capabilities", async () => {
    const first = await join();
    const sessionId = await newSession(first);
    await prompt(first, sessionId, "say hello");
    const answered = first.heard.findIndex(
      ({ method, result = {} }) => method === undefined && JSON.stringify(result).includes(sessionId),
    );
    const told = first.heard.findIndex(({ method }) => method === "session/update");
    expect(answered).toBeGreaterThan(-1);
    expect(told).toBeGreaterThan(answered);
    expect(first.heard[answered]).toMatchObject({ result: { modes: { currentModeId: expect.any(String) as string } } });
  });

  it("shows the output of commands that run in the server's terminals", async () => {
    const first = await join();
    const sessionId = await newSession(first);
    const turn = prompt(first, sessionId, "run echo hello from afar");
    answer(first, await first.called("session/request_permission"), "allow_once");
    await turn;
    const shown = first.heard.filter((message) => isUpdate(message, "tool_call_update"));
    expect(JSON.stringify(shown)).toContain("$ echo hello from afar\\nhello from afar\\n");
    expect(JSON.stringify(first.heard)).not.toContain('"type":"terminal"');
  });

  it("asks again if an answer is invalid", async () => {
    const first = await join();
    const sessionId = await newSession(first);
    const turn = prompt(first, sessionId, "run echo hi\nsay done");
    const { id } = await first.called("session/request_permission");
    first.send({ id, result: { outcome: { outcome: "selected", optionId: "none of them" } } });
    const again = await first.find(
      (message) => message["method"] === "session/request_permission" && message["id"] !== id,
    );
    answer(first, again, "allow_once");
    expect(await turn).toMatchObject({ stopReason: "end_turn" });
    expect(first.text("agent_message_chunk")).toContain("done");
  });

  it("waits for a client that stops reading, and then sends everything in order", async () => {
    const [slow, quick] = [await join(), await join()];
    const sessionId = await newSession(quick);
    await load(slow, sessionId);
    slow.transport.pause();
    await prompt(quick, sessionId, "stream 3000 4000");
    slow.transport.resume();
    await slow.find((message) => JSON.stringify(message).includes("chunk 3000 "));
    const chunks = slow.heard.filter((message) => isUpdate(message, "agent_message_chunk"));
    expect(chunks).toHaveLength(3000);
    const seqs = chunks.map(seqOf);
    expect(seqs).toEqual([...seqs].toSorted((a, b) => a - b));
    // Whoever is slow does not lose its place: the next turn is told, too.
    await prompt(slow, sessionId, "say still here");
    expect(slow.text("agent_message_chunk")).toContain("still here");
  });

  it("sends elicitations only to clients that support them, with the server's session id", async () => {
    const [able, unable] = [await join({ elicitation: { form: {} } }), await join()];
    const sessionId = await newSession(able);
    await load(unable, sessionId);
    const turn = prompt(able, sessionId, "ask What is your name?");
    const question = await able.called("elicitation/create");
    expect(question.params).toMatchObject({ sessionId, mode: "form" });
    able.send({ id: question.id, result: { action: "decline" } });
    await turn;
    expect(unable.heard.filter(({ method }) => method === "elicitation/create")).toEqual([]);
  });

  it("sends notices only to clients that announced them", async () => {
    const [able, unable] = [await join({ session: { notices: {} } }), await join()];
    const sessionId = await newSession(able);
    await load(unable, sessionId);
    await prompt(able, sessionId, "notice warning Low disk\nsay done");
    await saysTo(unable, "done");
    expect(able.heard.some((message) => updateOf(message)?.["title"] === "Low disk")).toBe(true);
    expect(unable.heard.some((message) => isUpdate(message, "notice"))).toBe(false);
  });

  it("continues after a given event", async () => {
    const first = await join();
    const sessionId = await newSession(first);
    await prompt(first, sessionId, "say one");
    const after = Math.max(...first.heard.map(seqOf));
    await prompt(first, sessionId, "say two");

    const second = await join();
    const params = { sessionId, cwd: server.folder, mcpServers: [], _meta: { parley: { after } } };
    await second.ask("session/resume", params);
    await saysTo(second, "two");
    expect(second.text("agent_message_chunk")).toBe("two");
    expect(second.text("user_message_chunk")).toBe("say two");
  });

  it("cancels its turn with its request, and still answers it", async () => {
    const first = await join();
    const sessionId = await newSession(first);
    first.send({ id: "long", method: "session/prompt", params: { sessionId, prompt: text("say begun\nwait 60000") } });
    await saysTo(first, "begun");
    first.send({ method: "$/cancel_request", params: { requestId: "long" } });
    const ended = await first.find(({ id }) => id === "long");
    expect(ended["result"]).toMatchObject({ stopReason: "cancelled" });
  });

  it("answers Parley's methods, and refuses unknown ones", async () => {
    const first = await join();
    const sessionId = await newSession(first);
    await prompt(first, sessionId, "say a needle in the hay");
    await first.ask("_parley/session/rename", { sessionId, title: "Hay" });
    await first.find((message) => updateOf(message)?.["title"] === "Hay");
    const { events } = await first.ask("_parley/session/events", { sessionId, limit: 5 });
    expect(events).toHaveLength(5);
    const { hits } = await first.ask("_parley/session/search", { query: "needle" });
    expect(hits).toEqual(expect.arrayContaining([expect.objectContaining({ what: "agent_message" })]));
    await expect(first.ask("_parley/session/rename", { sessionId })).rejects.toMatchObject({ code: -32602 });
    await expect(first.ask("_nobody/has/this")).rejects.toMatchObject({ code: -32601 });
  });

  it("switches to another agent through a mode with its name", async () => {
    const first = await join();
    const sessionId = await newSession(first);
    await prompt(first, sessionId, "say one");
    await first.ask("session/set_mode", { sessionId, modeId: "qa" });
    expect(await server.hub.sessions.get(sessionId)).toMatchObject({ agent: "qa" });
    const setting = first.ask("session/set_mode", { sessionId, modeId: "nobody" });
    await expect(setting).rejects.toMatchObject({ code: -32602 });
  });

  it("supports the names and fields of older clients", async () => {
    const peer = await join();
    const session = await peer.ask("new_session", {});
    const sessionId = session["sessionId"];
    await peer.ask("set_session_mode", { session_id: sessionId, mode_id: "script" });
    const ended = await peer.ask("prompt", { session_id: sessionId, prompt: "say hello" });
    expect(ended).toMatchObject({ stopReason: "end_turn" });
    expect(peer.text("agent_message_chunk")).toBe("hello");
  });
});
