import type { SessionEvent } from "@parley/acp";
import { connectServer, type Remote } from "@parley/remote";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Conversation, ConversationTarget, OpenQuestion, SettledQuestion } from "./conversation.ts";
import { openConversation } from "./open-conversation.ts";

let folder: TempFolder;
let server: TestServer | undefined;
const remotes: Remote[] = [];

/** Apart from the store, whose files change. */
const work = (): string => folder.file("work");

async function start(): Promise<TestServer> {
  server = await openTestServer({
    storePath: folder.file("parley.db"),
    parleyHome: folder.file("home"),
    cwd: work(),
  });
  return server;
}

async function stop(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
}

function connect(name = "terminal"): Remote {
  const locate = (): Promise<TestServer> =>
    server === undefined ? Promise.reject(new Error("No server is running")) : Promise.resolve(server);
  const remote = connectServer({ locate }, { client: { name } });
  remotes.push(remote);
  return remote;
}

beforeEach(async () => {
  folder = await createTempFolder();
  await mkdir(work());
  await start();
});

afterEach(async () => {
  for (const remote of remotes.splice(0)) await remote.close();
  await stop();
  await folder[Symbol.asyncDispose]();
});

/** An agent that says the value of a variable. Travels as text. */
const SAYS_KEY = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
    const agentInfo = { name: "says", title: "Says its key", version: "1" };
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentInfo, agentCapabilities: {} } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" + process.pid } });
    else if (method === "session/prompt") {
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "it is " + process.env.KEY } };
      send({ method: "session/update", params: { sessionId: params.sessionId, update } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });
`;

const text = (words: string): { type: "text"; text: string }[] => [{ type: "text", text: words }];

/** A conversation and everything that it reported. */
class Window {
  readonly events: SessionEvent[] = [];
  readonly settled: SettledQuestion[] = [];
  readonly conversation: Conversation;
  readonly #looks = new Set<() => void>();

  constructor(conversation: Conversation) {
    this.conversation = conversation;
    const look = (): void => {
      for (const run of this.#looks) run();
    };
    conversation.listen({
      onEvents: (batch) => {
        this.events.push(...batch.map(({ event }) => event));
        look();
      },
      onQuestions: look,
      onSettled: (settled) => this.settled.push(settled),
      onOffer: look,
    });
  }

  static async open(target: ConversationTarget, name?: string): Promise<Window> {
    return new Window(await openConversation(connect(name), target));
  }

  until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        this.#looks.delete(look);
        resolve(found);
      };
      this.#looks.add(look);
      look();
    });
  }

  question(): Promise<OpenQuestion> {
    return this.until(() => this.conversation.questions[0]);
  }

  stopped(count = 1): Promise<true> {
    return this.until(() => (this.events.filter(({ type }) => type === "stop").length >= count ? true : undefined));
  }
}

describe("a conversation", () => {
  const setup = (): ConversationTarget => ({ new: { agent: "script", cwd: work(), name: "Mine" } });

  it("opens a session, prompts it, and says what came of it", async () => {
    const { conversation, events } = await Window.open(setup());
    expect(conversation).toMatchObject({ cwd: work(), level: "supervised", isRunning: false, questions: [] });
    expect(conversation.agent.name).toBe("script");
    const turn = conversation.prompt(text("say Hello"));
    expect(conversation.isRunning).toBe(true);
    expect(await turn).toMatchObject({ stopReason: "end_turn" });
    expect(conversation.isRunning).toBe(false);
    expect(events.find(({ type }) => type === "prompt")).toMatchObject({ actor: { surface: "terminal" } });
    expect(await server?.hub.sessions.get(conversation.id)).toMatchObject({ title: "Mine", isNamed: true, turns: 1 });
    expect(await conversation.prompt(text("nonsense-command"))).toMatchObject({ stopReason: "end_turn" });
  });

  it("shows what another one does in the same session, and who it was", async () => {
    const one = await Window.open(setup(), "one");
    const two = await Window.open({ resume: one.conversation.id }, "two");
    const turn = one.conversation.prompt(text("write a.txt x"));
    const question = await two.question();
    expect(question).toMatchObject({ kind: "permission", state: "pending" });
    expect(await one.question()).toEqual(question);
    expect(two.conversation.isRunning).toBe(true);
    expect(two.events.find(({ type }) => type === "prompt")).toMatchObject({ actor: { surface: "one" } });
    const allow = question.options?.find(({ kind }) => kind === "allow_once");
    await two.conversation.answer(question.id, { optionId: allow?.optionId ?? "" });
    expect(await turn).toMatchObject({ stopReason: "end_turn", changes: { files: [{ path: "a.txt" }] } });
    expect(existsSync(join(work(), "a.txt"))).toBe(true);
    expect(one.settled).toMatchObject([{ question: { id: question.id }, actor: { surface: "two" } }]);
    await two.stopped();
    expect(two.settled).toEqual([]);
    const late = one.conversation.answer(question.id, { optionId: allow?.optionId ?? "" });
    await expect(late).rejects.toMatchObject({ code: "interaction_over" });
  });

  it("cancels a turn of another one, and gets its level", async () => {
    const one = await Window.open(setup());
    const two = await Window.open({ resume: one.conversation.id });
    const turn = one.conversation.prompt(text("wait 600000"));
    await two.until(() => two.events.find(({ type }) => type === "prompt"));
    await two.conversation.cancel();
    expect(await turn).toMatchObject({ stopReason: "cancelled" });
    await one.conversation.setLevel("bypass");
    await two.until(() => (two.conversation.level === "bypass" ? true : undefined));
    expect(await two.conversation.prompt(text("write b.txt x"))).toMatchObject({ stopReason: "end_turn" });
    expect(existsSync(join(work(), "b.txt"))).toBe(true);
  });

  it("withdraws a prompt that waits, and continues in a copy", async () => {
    const one = await Window.open(setup());
    const first = one.conversation.prompt(text("ask What?"));
    const question = await one.question();
    const controller = new AbortController();
    const second = one.conversation.prompt(text("say never"), { signal: controller.signal });
    controller.abort();
    expect(await second).toMatchObject({ stopReason: "cancelled" });
    await one.conversation.answer(question.id, { action: "decline" });
    expect(await first).toMatchObject({ stopReason: "end_turn" });
    const copy = new Window(await one.conversation.fork());
    expect(copy.conversation.id).not.toBe(one.conversation.id);
    expect(await copy.conversation.prompt(text("say in the copy"))).toMatchObject({ stopReason: "end_turn" });
    expect(JSON.stringify(one.events)).not.toContain("in the copy");
    expect(JSON.stringify(copy.conversation.transcript.snapshot().items)).toContain("What?");
  });

  it("continues after a restart of the server, with what was sent meanwhile", async () => {
    const one = await Window.open(setup());
    await one.conversation.prompt(text("say before"));
    await stop();
    const turn = one.conversation.prompt(text("say after"));
    await start();
    expect(await turn).toMatchObject({ stopReason: "end_turn" });
    expect(one.events.filter(({ type }) => type === "prompt")).toHaveLength(2);
  });

  it("brings what its agent is started with, and again after a restart of the server", async () => {
    const bring = async (agent: string | undefined) =>
      agent === "script"
        ? {}
        : { launch: { command: process.execPath, args: ["-e", SAYS_KEY], env: { KEY: "brought" } } };
    const one = await Window.open({ new: { agent: "backend", cwd: work(), bring } });
    expect(one.conversation.agent).toMatchObject({ name: "node", title: "Says its key" });
    const said = (): string => JSON.stringify(one.conversation.transcript.snapshot().items);
    expect(await one.conversation.prompt(text("which?"))).toMatchObject({ stopReason: "end_turn" });
    expect(said().match(/it is brought/g)).toHaveLength(1);
    await stop();
    const turn = one.conversation.prompt(text("which?"));
    await start();
    expect(await turn).toMatchObject({ stopReason: "end_turn" });
    expect(said().match(/it is brought/g)).toHaveLength(2);
    await stop();
    const started = one.conversation.start(text("which?"));
    await start();
    expect((await started).turnId).not.toBe("");
    await expect.poll(() => said().match(/it is brought/g)).toHaveLength(3);
    await expect.poll(() => one.conversation.isRunning).toBe(false);
    await one.conversation.handOver("script");
    expect(await one.conversation.prompt(text("say as another"))).toMatchObject({ stopReason: "end_turn" });
    expect(said()).toContain("as another");
  });
});
