// Our own agent is held to the level and the deny rules by a hub as it holds itself to them under any other client; under the hub it
// neither decides nor takes snapshots.
import type { SessionEvent } from "@parley/acp";
import { connectAgent, type Feature } from "@parley/client";
import { createFileSessionStore } from "@parley/home/session-log";
import { createMarker, createTempFolder } from "@parley/test-support";
import { openTestHub } from "@parley/test-support/hub";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PARLEY } from "./run-parley.ts";

const TEST_MS = 240_000;
const LEVELS = ["supervised", "auto", "bypass", "autopilot"] as const;

/** Each line is one call; what follows is what becomes of it at each level. */
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
];

const RULES = {
  version: 1,
  autoReject: ["read(secret.txt)", "edit(locked/**)", "execute(npm publish)"],
};

async function furnish(folder: string, home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "rules.json"), JSON.stringify(RULES));
  await writeFile(join(folder, "a.txt"), "one\n");
  await writeFile(join(folder, "secret.txt"), "hidden\n");
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

const script = CASES.map(([line]) => line).join("\n");
const expected = (level: (typeof LEVELS)[number]): readonly string[] =>
  CASES.map(([, ...outcomes]) => outcomes[LEVELS.indexOf(level)] ?? "");

const byLine = (outcomes: readonly string[]): unknown =>
  Object.fromEntries(CASES.map(([line], index) => [line, outcomes[index]]));

describe.each(LEVELS)("our own agent at level %s", { timeout: TEST_MS }, (level) => {
  it("is held to it by a hub", async () => {
    await using place = await openTestHub();
    const { hub, folder } = place;
    await furnish(folder, join(folder, "home"));
    const { id: sessionId } = await hub.sessions.create({ agent: "backend", level });
    const asked = new Set<string>();
    hub.interactions.onChange((interaction) => {
      if (interaction.kind !== "permission" || interaction.state !== "pending") return;
      asked.add(interaction.toolCall.toolCallId);
      const optionId = interaction.options.find(({ kind }) => kind === "reject_once")?.optionId ?? "";
      void hub.interactions.answerPermission(interaction.id, { outcome: { outcome: "selected", optionId } }, "test");
    });
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
    const env = { ...marker.env, PARLEY_HOME: home, PARLEY_MODEL: "offline/script" };
    const launch = { name: "parley", title: "Parley", command: process.execPath, args: [PARLEY, "agent"], env };
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
      const session = await agent.newSession({ cwd, config: { approval: level }, onEvents });
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
