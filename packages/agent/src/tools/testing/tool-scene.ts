// A session to call tools in: real folders and files, and a person and sub-agents that say what a test wants.
import type { PlanEntry, ToolCallContent } from "@parley/acp";
import { silentLog, type Clock } from "@parley/base";
import { createFacts } from "@parley/machine";
import { createFakeClock, createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir } from "node:fs/promises";
import { createSessionFiles } from "../../client-io/create-session-files.ts";
import { isFailure, type PreparedCall, type Tool, type ToolOutcome, type ToolProgress } from "../tool.ts";
import type { PersonPort, SubAgentPort, ToolContext } from "../tool-context.ts";

export interface SceneOptions {
  readonly allowsLoopback?: boolean;
  readonly person?: PersonPort;
  readonly subAgents?: SubAgentPort;
  readonly clock?: Clock;
}

export interface Called {
  readonly prepared: PreparedCall;
  readonly outcome: ToolOutcome;
  readonly shown: readonly ToolProgress[];
  /** All text of the outcome. */
  readonly text: string;
}

export interface ToolScene extends AsyncDisposable {
  readonly context: ToolContext;
  readonly workspace: string;
  readonly temp: TempFolder;
  prepare(tool: Tool, input: unknown): Promise<PreparedCall>;
  /** Why the call makes no sense to the tool. */
  fail(tool: Tool, input: unknown): Promise<string>;
  call(tool: Tool, input: unknown, signal?: AbortSignal): Promise<Called>;
}

export async function createToolScene(options: SceneOptions = {}): Promise<ToolScene> {
  const temp = await createTempFolder();
  const workspace = temp.file("workspace");
  await mkdir(workspace);
  const kept = new Map<string, AsyncDisposable>();
  const context = await createContext(options, temp, workspace, kept);
  const prepareAny = async (tool: Tool, input: unknown) => tool.prepare(tool.input.parse(input), context);
  const prepare: ToolScene["prepare"] = async (tool, input) => {
    const prepared = await prepareAny(tool, input);
    if (isFailure(prepared)) throw new Error(prepared.failed);
    return prepared;
  };
  return {
    context,
    workspace,
    temp,
    prepare,
    async fail(tool, input) {
      const prepared = await prepareAny(tool, input);
      if (isFailure(prepared)) return prepared.failed;
      throw new Error(`It did not fail: ${prepared.title}`);
    },
    async call(tool, input, signal = new AbortController().signal) {
      const prepared = await prepare(tool, input);
      const shown: ToolProgress[] = [];
      const outcome = await prepared.execute({ callId: "call-1", signal, show: (progress) => shown.push(progress) });
      const text = outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
      return { prepared, outcome, shown, text };
    },
    async [Symbol.asyncDispose]() {
      for (const one of kept.values()) await one[Symbol.asyncDispose]();
      await temp[Symbol.asyncDispose]();
    },
  };
}

/** The diffs among the content. */
export function diffsIn(content: readonly ToolCallContent[] = []): { path: string; newText: string }[] {
  return content.flatMap((one) =>
    "type" in one && one.type === "diff" ? [{ path: one.path, newText: one.newText }] : [],
  );
}

async function createContext(
  options: SceneOptions,
  temp: TempFolder,
  workspace: string,
  kept: Map<string, AsyncDisposable>,
): Promise<ToolContext> {
  const roots = [workspace];
  const facts = await createFacts({ workspace, roots });
  const noClient = { supports: () => false, request: () => Promise.reject(new Error("There is no client here")) };
  let entries: readonly PlanEntry[] = [];
  return {
    sessionId: "session-1",
    cwd: workspace,
    roots,
    parleyHome: temp.file("home", ".parley"),
    facts: async () => facts,
    files: createSessionFiles({ client: noClient, sessionId: "session-1", roots, log: silentLog }),
    commands: { start: () => Promise.reject(new Error("No command is run here")) },
    fetch,
    plan: {
      get entries() {
        return entries;
      },
      replace(next) {
        entries = next;
      },
    },
    person: options.person ?? { ask: async () => ({ unanswered: "nobody is there" }) },
    subAgents: options.subAgents ?? { run: async () => ({ failed: "there are none" }) },
    settings: { allowsLoopback: options.allowsLoopback ?? false },
    clock: options.clock ?? createFakeClock(),
    log: silentLog,
    resource<Resource extends AsyncDisposable>(name: string, create: () => Resource): Resource {
      const found = (kept.get(name) as Resource | undefined) ?? create();
      kept.set(name, found);
      return found;
    },
  };
}
