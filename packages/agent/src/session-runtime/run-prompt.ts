// One prompt, from the request to the response: a slash command, a single completion, or a turn of the agent loop.
import type { PromptResponse, SessionConfigOption } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { AGENT_INFO } from "../agent-info.ts";
import { toAuthRequired } from "../auth/auth-required.ts";
import type { CommandContext, CommandResult } from "../commands/command.ts";
import { describeUnknown, type FoundCommand, parseCommand, type UnknownCommand } from "../commands/parse-command.ts";
import { addUsage, NO_USAGE } from "../loop/tokens.ts";
import type { TurnEnd } from "../loop/types.ts";
import { defaultModelId } from "../models/default-model.ts";
import type { UserPart } from "../models/message.ts";
import type { ModelFailure } from "../models/model.ts";
import { SCRIPT_MODEL_ID } from "../models/offline/script-info.ts";
import { toConfigOptions } from "../sessions/config-options.ts";
import { toUsage } from "../sessions/spent.ts";
import { toUserParts } from "../sessions/to-user-parts.ts";
import type { Block } from "../sessions/wire.ts";
import { describeError } from "../text/sentences.ts";
import type { ActiveTurn } from "./active-turn.ts";
import type { AgentSession } from "./agent-session.ts";
import type { Agent } from "./agent.ts";
import { createCommandContext } from "./command-context.ts";
import { runOneShotMode } from "./one-shot-modes.ts";
import { openSessionRuntime } from "./open-session-runtime.ts";
import { recordExpansion, recordLatePrompt, recordPrompt, showAside } from "./record-prompt.ts";
import { runLoop, type TurnContext } from "./run-loop.ts";
import type { SessionRuntime } from "./session-runtime.ts";

export interface GivenPrompt {
  readonly blocks: readonly Block[];
  /** The previous turn was interrupted and is resumed if possible. */
  readonly continues: boolean;
  /** Its number in the client's log. */
  readonly seq: number | undefined;
}

/** Rejects with an error for the client. */
export async function runPrompt(
  agent: Agent,
  session: AgentSession,
  turn: ActiveTurn,
  given: GivenPrompt,
): Promise<PromptResponse> {
  const runtime = await findRuntime(agent, session);
  runtime.announce();
  await openLog(agent, session);
  agent.tellWaiting(session);
  await takeDefaultModel(agent, session);
  const context = { agent, session, runtime, turn };
  try {
    let end = (given.continues ? await continueTurn(context) : undefined) ?? (await begin(context, given));
    // A message that came too late for the last step starts another turn, because its sender waits for a response.
    while ("stopReason" in end && end.stopReason !== "cancelled") {
      const next = turn.next();
      if (next === undefined) break;
      recordLatePrompt(session, next);
      end = addEnd(end, await answer(context, next.parts));
    }
    return await finish(agent, session, end);
  } finally {
    turn.end();
    session.messages = runtime.conversation.messages;
    // Not awaited: the next checkpoint of the folder waits for it.
    void runtime.checkpoints.endTurn(turn.id);
  }
}

/** Undefined if there is nothing to resume: then the prompt is treated like any other. */
async function continueTurn(context: TurnContext): Promise<TurnEnd | undefined> {
  const { session, runtime } = context;
  const callIds = session.unstartedCalls;
  const prompt = runtime.conversation.messages.findLast((message) => message.role === "user");
  if (callIds.length === 0 || prompt === undefined || session.mode.category !== "session") return undefined;
  session.unstartedCalls = [];
  return runLoop(context, prompt, callIds);
}

async function begin(context: TurnContext, { blocks, seq }: GivenPrompt): Promise<TurnEnd> {
  const { agent, session, runtime, turn } = context;
  const parts = toUserParts(blocks);
  const [first, ...others] = parts;
  session.unstartedCalls = [];
  const parsed = first?.type === "text" ? parseCommand(first.text, runtime.commands()) : undefined;
  recordPrompt(session, blocks, { isCommand: parsed !== undefined, seq });
  if (parsed === undefined) return answer(context, parts);
  const result = await runCommand(parsed, createCommandContext(agent, session, runtime, turn));
  if ("say" in result) return showAnswer(session, turn, result.say);
  const expanded = [...result.prompt, ...others];
  recordExpansion(session, expanded);
  return answer(context, expanded);
}

function addEnd(before: TurnEnd, end: TurnEnd): TurnEnd {
  return { ...end, usage: addUsage(before.usage, end.usage) };
}

async function findRuntime(agent: Agent, session: AgentSession): Promise<SessionRuntime> {
  session.runtime ??= openSessionRuntime(agent, session);
  try {
    return await session.runtime;
  } catch (error) {
    session.runtime = undefined;
    throw error;
  }
}

/** A session gets its log with the first prompt. */
async function openLog(agent: Agent, session: AgentSession): Promise<void> {
  if (session.recorder.hasLog) return;
  const { id, folders, settings, recorder } = session;
  recorder.start(await agent.files.create(id, folders.cwd));
  recorder.record({ type: "agent_started", agent: AGENT_INFO, agentSessionId: id, cwd: folders.cwd });
  recorder.record({ type: "mode", modeId: settings.modeId });
  recorder.record({ type: "config", configOptions: toConfigOptions(agent.choices(session)) as SessionConfigOption[] });
}

/** A failed command is reported as its answer; the turn does not fail. */
async function runCommand(parsed: FoundCommand | UnknownCommand, context: CommandContext): Promise<CommandResult> {
  if ("unknown" in parsed) return { say: describeUnknown(parsed) };
  try {
    return await parsed.command.run(parsed.rest, context);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { say: describeError(error) };
  }
}

function showAnswer(session: AgentSession, turn: ActiveTurn, text: string): TurnEnd {
  showAside(session, text);
  return { stopReason: turn.signal.aborted ? "cancelled" : "end_turn", usage: NO_USAGE };
}

function answer(context: TurnContext, parts: readonly UserPart[]): Promise<TurnEnd> {
  const run = context.session.mode.category === "session" ? runLoop : runOneShotMode;
  return run(context, { role: "user", parts });
}

/** Synced to disk before it is acknowledged. */
async function finish(agent: Agent, session: AgentSession, end: TurnEnd): Promise<PromptResponse> {
  const usage = toUsage(end.usage);
  if ("failure" in end) {
    const error = toWireError(agent, end.failure);
    session.recorder.record({ type: "stop", error: { code: error.code, message: error.message }, usage });
    await session.recorder.sync();
    throw error;
  }
  session.recorder.record({ type: "stop", stopReason: end.stopReason, usage });
  await session.recorder.sync();
  return { stopReason: end.stopReason, ...(usage.totalTokens === 0 ? {} : { usage }) };
}

function toWireError(agent: Agent, failure: ModelFailure): RpcError {
  if (failure.kind === "auth_required") return toAuthRequired(failure, agent.authMethods());
  const { kind, message, remedy, models, status } = failure;
  const text = remedy === undefined ? message : `${message} ${remedy}`;
  return new RpcError(ErrorCodes.internalError, text, { kind, remedy, models, status });
}

/** Switches from the offline demo to a model that was configured since, unless the demo was selected explicitly. */
async function takeDefaultModel(agent: Agent, session: AgentSession): Promise<void> {
  if (session.settings.modelId !== SCRIPT_MODEL_ID || session.hasChosenModel) return;
  if (agent.options.defaults.modelId !== undefined) return;
  const modelId = await defaultModelId(agent.userSettings.environment);
  if (modelId === SCRIPT_MODEL_ID) return;
  agent.change(session, { modelId }, "nothing");
  agent.notice(session, "info", `Model: ${modelId}`);
}
