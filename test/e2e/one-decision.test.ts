// Our own agent is held to the level and the deny rules by a hub as it holds itself to them under any other client; under the hub it
// neither decides nor takes snapshots.
import type { SessionEvent } from "@parley/acp";
import { connectAgent, type Feature } from "@parley/client";
import type { Hub } from "@parley/hub";
import { createFileSessionStore } from "@parley/home/session-log";
import { createMarker, createTempFolder } from "@parley/test-support";
import { openTestHub } from "@parley/test-support/hub";
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../repository/workspaces.ts";
import { PARLEY } from "./run-parley.ts";

const TEST_MS = 240_000;
const LEVELS = ["supervised", "auto", "bypass", "autopilot"] as const;

/** Each line is one call of the stub model; what follows is what becomes of it at each level. */
const CASES: readonly (readonly [line: string, ...outcomes: readonly string[]])[] = [
  ["read a.txt", "allowed", "allowed", "allowed", "allowed"],
  ["read secret.txt", "denied", "denied", "denied", "denied"],
  ["write new.txt one", "asked", "allowed", "allowed", "allowed"],
  ["write locked/x.txt two", "denied", "denied", "denied", "denied"],
  ["edit a.txt one => two", "asked", "allowed", "allowed", "allowed"],
  ["run ls", "asked", "allowed", "allowed", "allowed"],
  ["run touch made.txt", "asked", "asked", "allowed", "allowed"],
  ["run npm publish", "denied", "denied", "denied", "denied"],
  ["run rm -rf ..", "asked", "asked", "asked", "denied"],
  // The agent stops a turn in which nothing but failures follow each other.
  ["read b.txt", "allowed", "allowed", "allowed", "allowed"],
  ['call move {"from": "b.txt", "to": "c.txt"}', "asked", "allowed", "allowed", "allowed"],
  ['call move {"from": "a.txt", "to": "locked/a.txt"}', "denied", "denied", "denied", "denied"],
  ['call delete {"path": "old.txt"}', "asked", "asked", "allowed", "allowed"],
  ['call delete {"path": "locked/kept.txt"}', "denied", "denied", "denied", "denied"],
  ['call fetch {"url": "http://allowed.localhost/"}', "asked", "asked", "allowed", "allowed"],
  ['call fetch {"url": "http://denied.localhost/"}', "denied", "denied", "denied", "denied"],
  ['call mcp__near__repeat_word {"word": "a"}', "asked", "asked", "allowed", "allowed"],
  ['call mcp__untrusted__repeat_word {"word": "b"}', "denied", "denied", "denied", "denied"],
];

/** The model is also asked for a second opinion at level auto, and gives none. */
const script = stubScript('say {"reason": "Unclear", "verdict": "ask"}', ...CASES.flatMap(([line]) => [line, "then"]));

const MCP_SERVERS = ["near", "untrusted"].map((name) => ({
  name,
  command: process.execPath,
  args: [join(root, "test", "compat", "mcp", "stdio-server.mjs")],
  env: [{ name: "TINY_WORD", value: name }],
}));

const RULES = {
  version: 1,
  autoReject: ["read(secret.txt)", "edit(locked/**)", "execute(npm publish)", "fetch(denied.localhost)"],
  rules: [{ verdict: "deny", kind: "mcp", servers: ["untrusted"] }],
};

function toEnv({ url }: StubModel): Record<string, string> {
  return { PARLEY_MODEL: "openai-compatible/stub-model", OPENAI_BASE_URL: url, OPENAI_API_KEY: "stub" };
}

async function furnish(folder: string, home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  await mkdir(join(folder, "locked"));
  await writeFile(join(home, "rules.json"), JSON.stringify(RULES));
  const files = { "a.txt": "one", "b.txt": "two", "old.txt": "old", "secret.txt": "hidden", "locked/kept.txt": "kept" };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), `${text}\n`);
}

/** What became of each call, in the order of the lines. */
function outcomesOf(events: readonly SessionEvent[], asked: ReadonlySet<string>): readonly string[] {
  const texts = new Map<string, string>();
  for (const event of events) {
    if (event.type !== "update") continue;
    const { update } = event;
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") continue;
    const before = texts.get(update.toolCallId) ?? "";
    texts.set(update.toolCallId, `${before} ${JSON.stringify(update.content ?? "")}`);
  }
  return [...texts].map(([toolCallId, text]) => {
    if (asked.has(toolCallId)) return "asked";
    return text.includes("Not allowed:") ? "denied" : "allowed";
  });
}

/** A person who says no to every question. */
function rejectEach(hub: Hub, onAsked: (toolCallId: string) => void): void {
  hub.interactions.onChange((interaction) => {
    if (interaction.kind !== "permission" || interaction.state !== "pending") return;
    onAsked(interaction.toolCall.toolCallId);
    const optionId = interaction.options.find(({ kind }) => kind === "reject_once")?.optionId ?? "";
    void hub.interactions.answerPermission(interaction.id, { outcome: { outcome: "selected", optionId } }, "test");
  });
}

const expected = (level: (typeof LEVELS)[number]): readonly string[] =>
  CASES.map(([, ...outcomes]) => outcomes[LEVELS.indexOf(level)] ?? "");

const byLine = (outcomes: readonly string[]): unknown =>
  Object.fromEntries(CASES.map(([line], index) => [line, outcomes[index]]));

describe.each(LEVELS)("our own agent at level %s", { timeout: TEST_MS }, (level) => {
  it("is held to it by a hub", async () => {
    await using model = await startStubModel();
    await using place = await openTestHub({ agentEnv: toEnv(model) });
    const { hub, folder } = place;
    await furnish(folder, join(folder, "home"));
    const { id: sessionId } = await hub.sessions.create({ agent: "assistant", level, extensions: MCP_SERVERS });
    const asked = new Set<string>();
    rejectEach(hub, (toolCallId) => asked.add(toolCallId));
    const { id } = await hub.turns.start({ sessionId, prompt: [{ type: "text", text: script }] });
    await hub.turns.ended(id);
    const events = await hub.sessions.events(sessionId, { after: 0, limit: 5_000 });
    const found = outcomesOf(
      events.map(({ event }) => event),
      asked,
    );
    expect(byLine(found)).toEqual(byLine(expected(level)));
  });

  it("holds itself to it under any other client", async () => {
    await using model = await startStubModel();
    await using folder = await createTempFolder();
    const [cwd, home] = [folder.file("work"), folder.file("home")];
    await mkdir(cwd);
    await furnish(cwd, home);
    const marker = createMarker();
    const asked = new Set<string>();
    const permission: Feature = {
      name: "permission",
      capabilities: {},
      open: async () => ({
        handlers: {
          "session/request_permission": ({ toolCall, options }) => {
            asked.add(toolCall.toolCallId);
            const optionId = options.find(({ kind }) => kind === "reject_once")?.optionId ?? "";
            return { outcome: { outcome: "selected", optionId } };
          },
        },
        close: () => Promise.resolve(),
      }),
    };
    const env = { ...marker.env, ...toEnv(model), PARLEY_HOME: home };
    const launch = {
      name: "parley",
      title: "Parley",
      command: process.execPath,
      args: [PARLEY, "agent", "--slot", "assistant"],
      env,
    };
    {
      await using agent = connectAgent({
        name: "parley",
        find: () => Promise.resolve(launch),
        features: [permission],
        store: createFileSessionStore({ folder: folder.file("sessions") }),
        clientInfo: { name: "another", version: "1" },
        cwd,
      });
      const events: SessionEvent[] = [];
      const onEvents = (batch: readonly { readonly event: SessionEvent }[]): void =>
        void events.push(...batch.map(({ event }) => event));
      const config = { approval: level };
      const session = await agent.newSession({ cwd, mcpServers: MCP_SERVERS, config, onEvents });
      await session.prompt([{ type: "text", text: script }]);
      const found = outcomesOf(events, asked);
      expect(byLine(found)).toEqual(byLine(expected(level)));
    }
    expect(await marker.reap()).toEqual([]);
  });
});

describe("under a hub", { timeout: TEST_MS }, () => {
  it("policy is asked once for each request, and the folder is walked twice in a turn", async () => {
    const walks: unknown[] = [];
    const log = {
      write: (_level: string, message: string, fields?: unknown) =>
        void (message === "Took a snapshot" && walks.push(fields)),
    };
    await using place = await openTestHub({ log });
    const { hub, folder } = place;
    const home = join(folder, "home");
    await writeFile(join(folder, "a.txt"), "one\n");
    const { id: sessionId } = await hub.sessions.create({ agent: "backend", level: "bypass" });
    const prompt = [{ type: "text", text: "write new.txt hello\nrun touch made.txt\nedit a.txt one => two" }] as const;
    const { id } = await hub.turns.start({ sessionId, prompt });
    expect(await hub.turns.ended(id)).toMatchObject({ state: "completed" });
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("two\n");
    expect(walks).toHaveLength(2);
    expect(existsSync(join(home, "checkpoints", "agent"))).toBe(false);
    const lines = (await readFile(join(home, "audit.ndjson"), "utf8")).trim().split("\n");
    const audit = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    // The agent has a session of its own, and would write its decisions under that.
    expect(new Set(audit.map((entry) => entry["sessionId"]))).toEqual(new Set([sessionId]));
    const decided = audit.filter(({ source }) => source !== "grant");
    const about = (kind: string, name: string): number =>
      decided.filter((entry) => entry["kind"] === kind && String(entry["subject"]).includes(name)).length;
    expect([about("write", "new.txt"), about("execute", "touch"), about("write", "a.txt")]).toEqual([1, 1, 1]);
  });

  it.each([
    ["auto", '{"reason": "It was asked for", "verdict": "allow"}', { isAsked: false, hasOpinion: true }],
    ["auto", '{"reason": "Unclear", "verdict": "ask"}', { isAsked: true, hasOpinion: true }],
    ["auto", "Certainly, go ahead!", { isAsked: true, hasOpinion: true }],
    ["supervised", '{"reason": "It was asked for", "verdict": "allow"}', { isAsked: true, hasOpinion: false }],
  ] as const)("at level %s a second opinion of %s counts where it may", async (level, opinion, expectation) => {
    await using model = await startStubModel();
    await using place = await openTestHub({ agentEnv: toEnv(model) });
    const { hub, folder } = place;
    await writeFile(join(folder, "build.sh"), "touch built.txt\n");
    const { id: sessionId } = await hub.sessions.create({ agent: "backend", level });
    const asked: string[] = [];
    rejectEach(hub, (toolCallId) => asked.push(toolCallId));
    // The request for the opinion has the conversation with its script, so that the first line is the answer to both.
    const text = stubScript(`say ${opinion}`, "run sh build.sh", "say done");
    const { id } = await hub.turns.start({ sessionId, prompt: [{ type: "text", text }] });
    expect(await hub.turns.ended(id)).toMatchObject({ state: "completed" });
    const opinions = model.requests.filter(({ conversation }) => conversation?.tools.length === 0);
    const isBuilt = existsSync(join(folder, "built.txt"));
    const found = { isAsked: asked.length > 0, hasOpinion: opinions.length > 0 };
    expect(found).toEqual(expectation);
    expect(isBuilt).toBe(!expectation.isAsked);
    const audit = await readFile(join(folder, "home", "audit.ndjson"), "utf8");
    expect(audit.includes("It was asked for")).toBe(!expectation.isAsked);
  });

  it("a turn is undone and redone by the snapshots of the hub", async () => {
    await using place = await openTestHub();
    const { hub, folder } = place;
    await writeFile(join(folder, "a.txt"), "one\n");
    const { id: sessionId } = await hub.sessions.create({ agent: "backend", level: "auto" });
    const say = async (text: string): Promise<void> => {
      const { id } = await hub.turns.start({ sessionId, prompt: [{ type: "text", text }] });
      await hub.turns.ended(id);
    };
    const content = (): Promise<string> => readFile(join(folder, "a.txt"), "utf8");
    await say("edit a.txt one => two");
    expect(await content()).toBe("two\n");
    await say("/undo");
    expect(await content()).toBe("one\n");
    await say("/redo");
    expect(await content()).toBe("two\n");
  });
});
