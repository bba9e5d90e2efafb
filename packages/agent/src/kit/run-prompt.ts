// One prompt, from what was sent to the answer: a slash command, one completion, or a turn of the loop.
import type { PromptResponse, SessionConfigOption } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import type { Agent } from "../acp/agent.ts";
import { AGENT_INFO } from "../agent-info.ts";
import { toAuthRequired } from "../auth/auth-required.ts";
import type { CommandContext, CommandResult } from "../commands/command.ts";
import { describeUnknown, parseCommand, type FoundCommand, type UnknownCommand } from "../commands/parse-command.ts";
import { addUsage, NO_USAGE } from "../loop/tokens.ts";
import type { TurnEnd } from "../loop/types.ts";
import type { UserPart } from "../models/message.ts";
import type { ModelFailure } from "../models/model.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import { toConfigOptions } from "../sessions/config-options.ts";
import { recordExpansion, recordLatePrompt, recordPrompt, sayAside } from "../sessions/record-prompt.ts";
import { toUsage } from "../sessions/spent.ts";
import { toUserParts } from "../sessions/to-user-parts.ts";
import type { Turn } from "../sessions/turn.ts";
import type { Block } from "../sessions/wire.ts";
import { describeError } from "../text/sentences.ts";
import { createCommandContext } from "./command-context.ts";
import { openKit } from "./open-kit.ts";
import { runLoop, type TurnPlace } from "./run-loop.ts";
import type { SessionKit } from "./session-kit.ts";
import { runSpecialMode } from "./special-modes.ts";
import { takeDefaultModel } from "./take-default-model.ts";

export interface GivenPrompt {
  readonly blocks: readonly Block[];
  /** The turn before it was interrupted, and is to be continued if it can be. */
  readonly continues: boolean;
}

/** Rejects with the error that the client gets. */
export async function runPrompt(
  agent: Agent,
  session: AgentSession,
  turn: Turn,
  { blocks, continues }: GivenPrompt,
): Promise<PromptResponse> {
  const kit = await findKit(agent, session);
  kit.announce();
  await openLog(agent, session);
  agent.tellWaiting(session);
  await takeDefaultModel(agent, session);
  const place = { agent, session, kit, turn };
  try {
    let end = (continues ? await continueTurn(place) : undefined) ?? (await begin(place, blocks));
    // What was said too late for the last step begins another turn: whoever sent it waits for an answer.
    while ("stopReason" in end && end.stopReason !== "cancelled") {
      const next = turn.next();
      if (next === undefined) break;
      recordLatePrompt(session, next);
      end = addEnd(end, await answer(place, next.parts));
    }
    return await finish(agent, session, end);
  } finally {
    turn.end();
    session.messages = kit.conversation.messages;
    // Nobody waits for it: what comes next in the folder stands in line behind it.
    void kit.checkpoints.endTurn(turn.id);
  }
}

/** Undefined if there is nothing to continue: then the prompt is one like any other. */
async function continueTurn(place: TurnPlace): Promise<TurnEnd | undefined> {
  const { session, kit } = place;
  const callIds = session.unstartedCalls;
  const prompt = kit.conversation.messages.findLast((message) => message.role === "user");
  if (callIds.length === 0 || prompt === undefined || session.mode.category !== "session") return undefined;
  session.unstartedCalls = [];
  return runLoop(place, prompt, callIds);
}

async function begin(place: TurnPlace, blocks: readonly Block[]): Promise<TurnEnd> {
  const { agent, session, kit, turn } = place;
  const parts = toUserParts(blocks);
  const [first, ...others] = parts;
  session.unstartedCalls = [];
  const parsed = first?.type === "text" ? parseCommand(first.text, kit.commands()) : undefined;
  recordPrompt(session, blocks, parsed !== undefined);
  if (parsed === undefined) return answer(place, parts);
  const result = await runCommand(parsed, createCommandContext(agent, session, kit, turn));
  if ("say" in result) return say(session, turn, result.say);
  const heard = [...result.prompt, ...others];
  recordExpansion(session, heard);
  return answer(place, heard);
}

function addEnd(before: TurnEnd, end: TurnEnd): TurnEnd {
  return { ...end, usage: addUsage(before.usage, end.usage) };
}

async function findKit(agent: Agent, session: AgentSession): Promise<SessionKit> {
  session.kit ??= openKit(agent, session);
  try {
    return await session.kit;
  } catch (error) {
    session.kit = undefined;
    throw error;
  }
}

/** With its first prompt a session gets a file, and not before. */
async function openLog(agent: Agent, session: AgentSession): Promise<void> {
  if (session.recorder.hasLog) return;
  const { id, place, settings, recorder } = session;
  recorder.start(await agent.files.create(id, place.cwd));
  recorder.record({ type: "agent_started", agent: AGENT_INFO, agentSessionId: id, cwd: place.cwd });
  recorder.record({ type: "mode", modeId: settings.modeId });
  recorder.record({ type: "config", configOptions: toConfigOptions(agent.choices(session)) as SessionConfigOption[] });
}

/** What goes wrong is said: a command that cannot be done is no failure of the turn. */
async function runCommand(parsed: FoundCommand | UnknownCommand, context: CommandContext): Promise<CommandResult> {
  if ("unknown" in parsed) return { say: describeUnknown(parsed) };
  try {
    return await parsed.command.run(parsed.rest, context);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { say: describeError(error) };
  }
}

function say(session: AgentSession, turn: Turn, text: string): TurnEnd {
  sayAside(session, text);
  return { stopReason: turn.signal.aborted ? "cancelled" : "end_turn", usage: NO_USAGE };
}

function answer(place: TurnPlace, parts: readonly UserPart[]): Promise<TurnEnd> {
  const run = place.session.mode.category === "session" ? runLoop : runSpecialMode;
  return run(place, { role: "user", parts });
}

/** On the disk before it is acknowledged. */
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
