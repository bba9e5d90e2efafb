// A approver for tests: a real folder, a real rules file, a real judge, and a client at the other end of a connection.
import { type ClientConnection, connectToAgent, connectToClient, type SessionEventBody } from "@parley/acp";
import { silentLog, systemClock } from "@parley/base";
import { type Audit, createAudit, Judge, type JudgedScope, type Subject } from "@parley/home/judge";
import { openRulesFile, type RulesFile } from "@parley/home/rules";
import type { ApprovalLevel, HookAnswer } from "@parley/policy";
import { createMemoryPair } from "@parley/rpc";
import {
  createFakeClient,
  createTempFolder,
  EVERY_CAPABILITY,
  type FakeClient,
  type FakeClientOptions,
  type TempFolder,
} from "@parley/test-support";
import { mkdir, readFile } from "node:fs/promises";
import { createApprover, type Approver, type ApprovalAnswer, type ApproverOptions } from "../approver.ts";
import { permissionsThrough } from "../ask-client.ts";

export const SESSION_ID = "session-1";

export interface TestApproverOptions
  extends FakeClientOptions, Pick<ApproverOptions, "secondOpinion" | "secondOpinionMs"> {
  readonly level?: (() => ApprovalLevel) | undefined;
  /** Without it the client can do everything. */
  readonly capabilities?: typeof EVERY_CAPABILITY;
  /** The client knows no permissions at all. */
  readonly isDeaf?: boolean;
  readonly requestPermission?: ApproverOptions["requestPermission"];
}

export async function openTestApprover(options: TestApproverOptions = {}): Promise<TestApprover> {
  const folder = await createTempFolder();
  await mkdir(folder.file("work"));
  const test = new TestApprover(folder, options);
  await test.initialized;
  return test;
}

export class TestApprover implements AsyncDisposable {
  readonly folder: TempFolder;
  readonly cwd: string;
  readonly rules: RulesFile;
  readonly judge: Judge;
  readonly approver: Approver;
  readonly fake: FakeClient;
  readonly client: ClientConnection;
  readonly initialized: Promise<unknown>;
  readonly events: SessionEventBody[] = [];
  readonly #audit: Audit;
  readonly #agentEnd: { close(): Promise<void> };
  turnId: string | undefined = "turn-1";

  constructor(folder: TempFolder, options: TestApproverOptions) {
    this.folder = folder;
    this.cwd = folder.file("work");
    this.rules = openRulesFile(folder.file("home"));
    this.#audit = createAudit({ path: folder.file("home", "audit.ndjson"), log: silentLog });
    const { level = () => "supervised" as const } = options;
    const record = (body: SessionEventBody): void => void this.events.push(structuredClone(body));
    const judgeOptions = { rules: this.rules, level, audit: this.#audit, clock: systemClock, log: silentLog };
    this.judge = new Judge(this.#toScope(record), judgeOptions);
    this.fake = createFakeClient(options);
    const [clientEnd, agentEnd] = createMemoryPair();
    this.client = connectToClient(agentEnd, () => ({ initialize: () => ({ protocolVersion: 1 }) }));
    const agent = connectToAgent(clientEnd, () => (options.isDeaf === true ? {} : this.fake.handlers));
    this.#agentEnd = agent;
    this.initialized = agent.request("initialize", {
      protocolVersion: 1,
      clientCapabilities: options.capabilities ?? EVERY_CAPABILITY,
    });
    this.approver = createApprover({
      judge: this.judge,
      requestPermission: options.requestPermission ?? permissionsThrough(this.client),
      sessionId: SESSION_ID,
      approval: level,
      secondOpinion: options.secondOpinion,
      secondOpinionMs: options.secondOpinionMs,
      record,
    });
  }

  async writing(name: string): Promise<Subject> {
    const path = this.folder.file("work", name);
    const facts = await (await this.judge.facts()).pathFacts(path, { means: "target" });
    return { request: { kind: "write", path }, facts };
  }

  async running(command: string): Promise<Subject> {
    const facts = await (await this.judge.facts()).commandFacts(command, { cwd: this.cwd });
    return { request: { kind: "execute", command }, facts };
  }

  /** One call that touches all of them. */
  pass(
    subjects: readonly Subject[],
    { hook, signal, id = "call-1" }: { hook?: HookAnswer; signal?: AbortSignal; id?: string } = {},
  ): Promise<ApprovalAnswer> {
    const toolCall = { toolCallId: id, title: `Call ${id}`, kind: "other" as const, rawInput: { id } };
    return this.approver.pass({ subjects, toolCall, hook }, signal ?? new AbortController().signal);
  }

  /** What the client was asked, in order. */
  get asked(): readonly unknown[] {
    return this.fake.calls.items.map(({ params }) => params);
  }

  eventsOf<T extends SessionEventBody["type"]>(type: T): Extract<SessionEventBody, { type: T }>[] {
    return this.events.filter((event): event is Extract<SessionEventBody, { type: T }> => event.type === type);
  }

  async audited(): Promise<Record<string, unknown>[]> {
    await this.#audit.flush();
    const text = await readFile(this.folder.file("home", "audit.ndjson"), "utf8");
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async disconnect(): Promise<void> {
    await this.#agentEnd.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agentEnd.close();
    await this.#audit.flush();
    await this.folder[Symbol.asyncDispose]();
  }

  #toScope(record: JudgedScope["record"]): JudgedScope {
    const turnId = (): string | undefined => this.turnId;
    return {
      id: SESSION_ID,
      agentName: "parley",
      cwd: this.cwd,
      roots: [this.cwd],
      get turnId() {
        return turnId();
      },
      record,
    };
  }
}
