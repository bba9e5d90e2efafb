// A prompt through the agent loop: each step uses the current settings, and each event becomes an update.
import type { PlanEntry } from "@parley/acp";
import { buildInstructions } from "../instructions/build-instructions.ts";
import { readGitFacts } from "../instructions/git-facts.ts";
import { runTurn } from "../loop/agent-loop.ts";
import type { LoopEvent, StepSetup, TurnEnd, TurnInput } from "../loop/types.ts";
import type { UserMessage } from "../models/message.ts";
import type { Model, ModelFailure, ModelInfo } from "../models/model.ts";
import { toolsOf } from "../modes/groups.ts";
import type { AgentMode } from "../modes/mode.ts";
import { MCP_BUDGET_MS } from "../limits.ts";
import { addSpent, toCost } from "../sessions/spent.ts";
import { UpdateWriter } from "../sessions/to-updates.ts";
import { taskTool } from "../tools/conversation/task.ts";
import { toToolSet } from "../tools/tool-set.ts";
import type { ActiveTurn } from "./active-turn.ts";
import type { AgentSession } from "./agent-session.ts";
import type { Agent } from "./agent.ts";
import type { SessionRuntime } from "./session-runtime.ts";

export interface TurnContext {
  readonly agent: Agent;
  readonly session: AgentSession;
  readonly runtime: SessionRuntime;
  readonly turn: ActiveTurn;
}

/** `unstartedCalls`: the calls with which an interrupted turn resumes. */
export function runLoop(
  context: TurnContext,
  prompt: UserMessage,
  unstartedCalls: readonly string[] = [],
): Promise<TurnEnd> {
  const { agent, session, runtime, turn } = context;
  const events = new LoopEventHandler(context);
  const { recorder } = session;
  const input: TurnInput = {
    conversation: runtime.conversation,
    prompt,
    unstartedCalls,
    step: async () => {
      const setup = await setUpStep(context);
      events.model = setup.model.info;
      return setup;
    },
    calls: runtime.calls,
    steering: turn.steering,
    continuation: () => continuation(session, events.model?.isOffline === true),
    pause: async () => {
      recorder.flush();
      if (recorder.isFull) await recorder.room();
      // Yields to the event loop, so that a cancellation can arrive.
      await new Promise((resolve) => setImmediate(resolve));
    },
    budget: turn.budget,
    callIds: runtime.callIds,
    signal: turn.signal,
    log: agent.options.log,
    clock: agent.options.clock,
  };
  return runTurn(input, (event) => events.handle(event));
}

/** On autopilot, continues while the plan has open entries. */
function continuation(session: AgentSession, isOffline: boolean): UserMessage | undefined {
  // The offline demo executes its script and nothing else.
  if (session.settings.approval !== "autopilot" || isOffline) return undefined;
  return continuePlan(session.plan);
}

/** Turns loop events into updates, and adds up usage. */
export class LoopEventHandler {
  readonly #context: TurnContext;
  readonly #writer: UpdateWriter;
  model: ModelInfo | undefined;

  constructor(context: TurnContext) {
    const { agent, session } = context;
    this.#context = context;
    this.#writer = new UpdateWriter({
      update: (update) => session.recorder.update(update),
      keep: (update) => session.recorder.record({ type: "update", update: update as never }),
      notice: (severity, text) => agent.notice(session, severity, text),
      showsCompaction: agent.client.supports("session.compaction"),
    });
  }

  handle(event: LoopEvent): void {
    const { session } = this.#context;
    if (event.type === "step_ended") this.#addUsage(event.usage);
    if (event.type === "compacted") {
      const summary = [{ type: "text" as const, text: event.summary }];
      session.recorder.record({ type: "compacted", summary, conversation: event.messages });
      if (event.usage !== undefined) session.spent = addSpent(session.spent, event.usage, this.model?.price);
      session.spent = { ...session.spent, contextUsed: this.#context.runtime.conversation.tokens };
      this.#tellUsage();
    }
    this.#writer.write(event);
    // Written before the call has any effect: after an interruption, calls that are not logged as started run again.
    if (event.type === "call_started") session.recorder.flush();
  }

  #addUsage(usage: Extract<LoopEvent, { type: "step_ended" }>["usage"]): void {
    const { session } = this.#context;
    session.spent = addSpent(session.spent, usage, this.model?.price);
    if (usage.inputTokens + usage.outputTokens > 0) this.#tellUsage();
  }

  #tellUsage(): void {
    const { session } = this.#context;
    if (this.model === undefined) return;
    const cost = toCost(session.spent);
    session.recorder.update({
      sessionUpdate: "usage_update",
      used: session.spent.contextUsed,
      size: this.model.contextTokens,
      ...(cost === undefined ? {} : { cost }),
    });
  }
}

export interface StepManner {
  /** Undefined: the mode of the session. */
  readonly mode?: AgentMode | undefined;
  /** Without the `task` tool: sub-agents do not nest. */
  readonly isNested?: boolean | undefined;
}

export async function setUpStep(
  { agent, session, runtime, turn }: TurnContext,
  manner: StepManner = {},
): Promise<StepSetup> {
  const { settings, folders, roots } = session;
  const { mode = session.mode, isNested = false } = manner;
  const opened = await runtime.models.open(settings.modelId);
  const model = "model" in opened ? opened.model : createFailingModel(opened.failure);
  const patienceMs = MCP_BUDGET_MS - (performance.now() - runtime.openedAtMs);
  if (patienceMs > 0) await runtime.mcp.settled(patienceMs, turn.signal);
  const offered = toolsOf(mode, runtime.tools()).filter(({ name }) => !isNested || name !== taskTool.name);
  const tools = toToolSet(offered);
  const system = buildInstructions({
    mode,
    tools: tools.specs,
    memory: runtime.memory.text,
    notes: await runtime.notes.text(),
    cwd: folders.cwd,
    roots,
    platform: process.platform,
    shell: agent.options.env["SHELL"],
    modelId: settings.modelId,
    git: await readGitFacts(folders.cwd),
    now: agent.options.clock.now(),
  });
  return { model, system, tools, thinking: settings.thinking };
}

/** Reports a model that cannot be opened like any other failure, within the turn. */
function createFailingModel(failure: ModelFailure): Model {
  const info = { id: "none", name: "none", contextTokens: Number.MAX_SAFE_INTEGER, takesImages: false, thinks: false };
  return {
    info,
    async *stream() {
      yield { type: "failure", failure };
    },
  };
}

const ENTRIES_SHOWN_MAX = 20;

/** Undefined if there is no plan, or if it is completed. */
export function continuePlan(entries: readonly PlanEntry[]): UserMessage | undefined {
  const open = entries.filter(({ status }) => status === "pending" || status === "in_progress");
  if (open.length === 0) return undefined;
  const lines = open.slice(0, ENTRIES_SHOWN_MAX).map(({ content }) => `- ${content}`);
  if (open.length > ENTRIES_SHOWN_MAX) lines.push(`- and ${open.length - ENTRIES_SHOWN_MAX} more`);
  const text = `The plan still has open entries:\n${lines.join("\n")}\nContinue with them. Mark each entry as completed when it is done; remove entries that are no longer needed, and explain why.`;
  return { role: "user", parts: [{ type: "text", text }] };
}
