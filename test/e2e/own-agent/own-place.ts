// Our client and our agent as a person has them: the built agent as a process, a home of each, a stub model on loopback.
import type { AgentCapabilities, ContentBlock, McpServer, SessionEvent, SessionUpdate } from "@parley/acp";
import {
  connectAgent,
  type Agent,
  type Ask,
  type PermissionQuestion,
  type Session,
  type TurnResult,
} from "@parley/client";
import { createFeatures } from "@parley/client/features";
import { openRulesFile } from "@parley/home/rules";
import { createFileSessionStore } from "@parley/home/session-log";
import { createMarker, createTempFolder, type Marker } from "@parley/test-support";
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PARLEY } from "../run-parley.ts";

/** Generous: each test starts processes, on a machine that may be busy. */
export const TEST_MS = 120_000;

type Answer = PermissionQuestion["options"][number]["kind"];

interface OpenOptions {
  /** Who reads files and runs commands: the client for the agent, or the agent on its own. */
  readonly through?: "client" | "agent";
  readonly model?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly elicitation?: Ask["elicitation"];
}

interface OwnAgent extends AsyncDisposable {
  readonly agent: Agent;
  /** What the agent asked the person for; `answer` is what they say. */
  readonly person: { answer: Answer; readonly questions: PermissionQuestion[] };
  readonly capabilities: AgentCapabilities | undefined;
  newSession(mcpServers?: readonly McpServer[]): Promise<OwnSession>;
  resume(id: string): Promise<OwnSession>;
  /** With a client that has never heard of it. */
  load(agentSessionId: string): Promise<OwnSession>;
}

export interface OwnSession {
  readonly session: Session;
  readonly events: readonly SessionEvent[];
  readonly updates: readonly SessionUpdate[];
  /** A prompt whose script the stub model plays. */
  play(...lines: readonly string[]): Promise<Played>;
  prompt(text: string, ...more: readonly ContentBlock[]): Promise<Played>;
  /** The first that fits, there or still to come. */
  find(fits: (update: SessionUpdate) => boolean): Promise<SessionUpdate>;
}

interface Played {
  readonly result: TurnResult;
  readonly updates: readonly SessionUpdate[];
  readonly events: readonly SessionEvent[];
  readonly text: string;
}

export interface OwnPlace extends AsyncDisposable {
  readonly model: StubModel;
  readonly marker: Marker;
  /** The agent's `~/.parley`. */
  readonly home: string;
  readonly cwd: string;
  file(...names: readonly string[]): string;
  write(path: string, text: string): Promise<string>;
  /** Undefined if it is not there. */
  read(...names: readonly string[]): Promise<string | undefined>;
  open(options?: OpenOptions): Promise<OwnAgent>;
}

export async function openOwnPlace(): Promise<OwnPlace> {
  const folder = await createTempFolder();
  const marker = createMarker();
  const model = await startStubModel();
  const [home, cwd, clientHome] = [folder.file("agent-home"), folder.file("work"), folder.file("client-home")];
  for (const path of [home, cwd, clientHome]) await mkdir(path, { mode: 0o700 });
  return {
    model,
    marker,
    home,
    cwd,
    file: (...names) => join(cwd, ...names),
    async write(path, text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      return path;
    },
    read: (...names) => readFile(join(cwd, ...names), "utf8").catch(() => undefined),
    open: (options = {}) => openOwnAgent({ ...options, home, cwd, clientHome, modelUrl: model.url, marker }),
    async [Symbol.asyncDispose]() {
      await model.close();
      const orphans = await marker.reap();
      await folder[Symbol.asyncDispose]();
      if (orphans.length > 0) throw new Error(`Processes were left behind: ${orphans.join(", ")}`);
    },
  };
}

interface AgentPlace extends OpenOptions {
  readonly home: string;
  readonly cwd: string;
  readonly clientHome: string;
  readonly modelUrl: string;
  readonly marker: Marker;
}

async function openOwnAgent(place: AgentPlace): Promise<OwnAgent> {
  const { through = "agent", cwd, clientHome } = place;
  const person: OwnAgent["person"] = { answer: "allow_once", questions: [] };
  const ask: Ask = {
    permission: async (question) => {
      person.questions.push(question);
      // Of two that are for always, the one that holds longer stands last.
      const option = question.options.findLast(({ kind }) => kind === person.answer);
      if (option === undefined) return { outcome: { outcome: "cancelled" } };
      return { outcome: { outcome: "selected", optionId: option.optionId } };
    },
    elicitation: place.elicitation ?? (async () => ({ action: "decline" })),
  };
  const rules = openRulesFile(clientHome);
  const features = createFeatures({ ask, rules, level: "supervised", parleyHome: clientHome, agentName: "parley" });
  const own = features.filter(({ name }) => through === "client" || !["file-system", "terminal"].includes(name));
  const create = (folder: string): Agent =>
    connectAgent({
      name: "parley",
      find: async () => ({ name: "parley", title: "Parley", ...toCommand(place) }),
      features: own,
      store: createFileSessionStore({ folder: join(clientHome, folder) }),
      clientInfo: { name: "own-agent-test", version: "0.1.0" },
      cwd,
    });
  const agent = create("sessions");
  const { agentCapabilities } = await agent.start();
  const others: Agent[] = [];
  return {
    agent,
    person,
    capabilities: agentCapabilities,
    newSession: (mcpServers = []) => drive((onEvents) => agent.newSession({ cwd, mcpServers, onEvents })),
    resume: (id) => drive((onEvents) => agent.resumeSession(id, { onEvents })),
    load: (id) => {
      const other = create(`others-${others.length}`);
      others.push(other);
      return drive((onEvents) => other.importSession(id, { cwd, onEvents }));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([agent, ...others].map((each) => each.close()));
    },
  };
}

function toCommand({ model = "openai-compatible/stub-model", args = [], home, modelUrl, marker, env }: AgentPlace) {
  return {
    command: process.execPath,
    args: [PARLEY, "agent", "--model", model, ...args],
    env: { PARLEY_HOME: home, HOME: home, OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "stub", ...marker.env, ...env },
  };
}

type Listener = (batch: readonly { readonly event: SessionEvent }[]) => void;

async function drive(open: (onEvents: Listener) => Promise<Session>): Promise<OwnSession> {
  const events: SessionEvent[] = [];
  const updates: SessionUpdate[] = [];
  const waiting = new Set<(update: SessionUpdate) => void>();
  const session = await open((batch) => {
    for (const { event } of batch) {
      events.push(event);
      if (event.type !== "update") continue;
      updates.push(event.update);
      for (const look of waiting) look(event.update);
    }
  });
  const prompt: OwnSession["prompt"] = async (text, ...more) => {
    const [firstEvent, firstUpdate] = [events.length, updates.length];
    const result = await session.prompt([{ type: "text", text }, ...more]);
    const heard = updates.slice(firstUpdate);
    return { result, updates: heard, events: events.slice(firstEvent), text: textOf(heard) };
  };
  return {
    session,
    events,
    updates,
    prompt,
    play: (...lines) => prompt(`Please play this.\n${stubScript(...lines)}`),
    find: (fits) => {
      const there = updates.find(fits);
      if (there !== undefined) return Promise.resolve(there);
      return new Promise((resolve) => {
        const look = (update: SessionUpdate): void => {
          if (!fits(update)) return;
          waiting.delete(look);
          resolve(update);
        };
        waiting.add(look);
      });
    },
  };
}

export function textOf(updates: readonly SessionUpdate[], kind = "agent_message_chunk"): string {
  return updates
    .flatMap((update) => {
      if (update.sessionUpdate !== kind || !("content" in update)) return [];
      const { text } = update.content as { readonly text?: unknown };
      return typeof text === "string" ? [text] : [];
    })
    .join("");
}

export function ofKind<Kind extends string>(
  updates: readonly SessionUpdate[],
  kind: Kind,
): Extract<SessionUpdate, { sessionUpdate: Kind }>[] {
  return updates.filter(({ sessionUpdate }) => sessionUpdate === kind) as Extract<
    SessionUpdate,
    { sessionUpdate: Kind }
  >[];
}
