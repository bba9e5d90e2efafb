// A session for tests of features: a real folder, a real rules file, a person who answers as told, everything recorded.
import { openRulesFile, type RulesFile } from "@parley/home/rules";
import type { ClientHandlers, ClientRequests, SessionEventBody, SessionUpdate, ToolCallUpdate } from "@parley/acp";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createFeatures, type FeaturesOptions } from "../create-features.ts";
import type { OpenFeature, SessionScope } from "../feature.ts";
import { TestPerson } from "./test-person.ts";

const SESSION_ID = "agent-session-1";

type RequestName = keyof ClientRequests;
type Params<M extends RequestName> = ClientRequests[M]["params"];
type AnyHandler = (params: unknown, context?: unknown) => unknown;

export interface TestSessionOptions extends Partial<Omit<FeaturesOptions, "ask" | "rules" | "parleyHome">> {
  readonly toolCalls?: Readonly<Record<string, ToolCallUpdate>>;
  readonly additionalFolders?: readonly string[];
  readonly turnSignal?: AbortSignal;
  /** A folder of its own unless given. */
  readonly cwd?: string;
}

/** Snapshots only if asked for. A turn is running, until it is ended. */
export async function openTestSession(options: TestSessionOptions = {}): Promise<TestSession> {
  const folder = await createTempFolder();
  const session = new TestSession(folder, options.cwd ?? folder.file("work"));
  await mkdir(session.cwd, { recursive: true });
  await session.open(options);
  return session;
}

export class TestSession implements AsyncDisposable {
  readonly folder: TempFolder;
  /** The session's folder, inside the temp folder. */
  readonly cwd: string;
  readonly parleyHome: string;
  readonly person = new TestPerson();
  readonly rules: RulesFile;
  readonly events: SessionEventBody[] = [];
  #opened: readonly OpenFeature[] = [];
  #turns = 1;
  #turnId: string | undefined = "turn-1";

  constructor(folder: TempFolder, cwd: string) {
    this.folder = folder;
    this.cwd = cwd;
    this.parleyHome = folder.file("home");
    this.rules = openRulesFile(this.parleyHome);
  }

  async open({ toolCalls, additionalFolders = [], turnSignal, ...given }: TestSessionOptions): Promise<void> {
    const { person: ask, rules, parleyHome, events } = this;
    const turnId = (): string | undefined => this.#turnId;
    const scope: SessionScope = {
      id: "session-1",
      agentSessionId: SESSION_ID,
      agentName: "tester",
      cwd: this.cwd,
      roots: [this.cwd, ...additionalFolders],
      get turnId() {
        return turnId();
      },
      turnSignal,
      record: (body) => void events.push(structuredClone(body)),
      ...(toolCalls && { toolCall: (id: string) => toolCalls[id] }),
    };
    const features = createFeatures({ level: "auto", snapshots: false, ...given, ask, rules, parleyHome });
    this.#opened = await Promise.all(features.map((feature) => feature.open(scope)));
  }

  /** Of all features, as a connection takes them. */
  get handlers(): ClientHandlers {
    return Object.assign({}, ...this.#opened.map(({ handlers }) => handlers)) as ClientHandlers;
  }

  /** As if the agent had sent it. */
  async call<M extends RequestName>(
    method: M,
    params: Omit<Params<M>, "sessionId">,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<unknown> {
    return (this.handlers[method] as AnyHandler)({ sessionId: SESSION_ID, ...params }, { id: 1, method, signal });
  }

  update(update: SessionUpdate): void {
    void this.handlers["session/update"]?.({ sessionId: SESSION_ID, update });
  }

  complete(elicitationId: string): void {
    void this.handlers["elicitation/complete"]?.({ elicitationId });
  }

  async beginTurn(): Promise<void> {
    this.#turns += 1;
    this.#turnId = `turn-${this.#turns}`;
    await Promise.all(this.#opened.map(async (feature) => feature.beforeTurn?.()));
  }

  async endTurn(): Promise<void> {
    await Promise.all(this.#opened.map(async (feature) => feature.afterTurn?.()));
    this.#turnId = undefined;
  }

  /** Of one type, in order. */
  eventsOf<T extends SessionEventBody["type"]>(type: T): Extract<SessionEventBody, { type: T }>[] {
    return this.events.filter((event): event is Extract<SessionEventBody, { type: T }> => event.type === type);
  }

  async audit(): Promise<Record<string, unknown>[]> {
    await this.endTurn();
    const text = await readFile(join(this.parleyHome, "audit.ndjson"), "utf8");
    const lines = text.trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  agentEnded(): void {
    for (const feature of this.#opened) feature.agentEnded?.();
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((feature) => feature.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.folder[Symbol.asyncDispose]();
  }
}
