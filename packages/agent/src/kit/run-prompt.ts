// One prompt, from what was sent to the answer: a slash command, one completion, or a turn of the loop.
import type { ContentBlock, PromptResponse, SessionConfigOption, SessionUpdate } from "@parley/acp";
import { createId, ParleyError } from "@parley/base";
import { toPromptTitle } from "@parley/home/session-log";
import { ErrorCodes, RpcError } from "@parley/rpc";
import type { Agent } from "../acp/agent.ts";
import { AGENT_INFO } from "../acp/version.ts";
import { toAuthRequired } from "../auth/auth-required.ts";
import { describeError } from "../commands/answer.ts";
import type { CommandContext, CommandResult } from "../commands/command.ts";
import { describeUnknown, parseCommand, type FoundCommand, type UnknownCommand } from "../commands/parse-command.ts";
import type { TurnEnd } from "../loop/loop-event.ts";
import type { UserMessage, UserPart } from "../models/message.ts";
import type { ModelFailure } from "../models/model.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import { toConfigOptions } from "../sessions/config-options.ts";
import { toUsage } from "../sessions/spent.ts";
import { toUserParts } from "../sessions/to-user-parts.ts";
import type { Turn } from "../sessions/turn.ts";
import { textBlock, withMeta, type Block } from "../sessions/wire.ts";
import { createCommandContext } from "./command-context.ts";
import { openKit } from "./open-kit.ts";
import { runLoop } from "./run-loop.ts";
import type { SessionKit } from "./session-kit.ts";
import { runSpecialMode } from "./special-modes.ts";

/** Rejects with the error that the client gets. */
export async function runPrompt(
  agent: Agent,
  session: AgentSession,
  turn: Turn,
  blocks: readonly Block[],
): Promise<PromptResponse> {
  const kit = await findKit(agent, session);
  await openLog(agent, session);
  const parts = toUserParts(blocks);
  const [first, ...others] = parts;
  const parsed = first?.type === "text" ? parseCommand(first.text, kit.commands()) : undefined;
  recordPrompt(session, blocks, parsed !== undefined);
  if (parsed === undefined) return finish(agent, session, await answer(agent, session, kit, turn, parts));
  const result = await runCommand(parsed, createCommandContext(agent, session, kit, turn));
  if ("say" in result) return finish(agent, session, say(session, turn, result.say));
  const heard = [...result.prompt, ...others];
  recordExpansion(session, heard);
  return finish(agent, session, await answer(agent, session, kit, turn, heard));
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

function recordPrompt(session: AgentSession, blocks: readonly Block[], isCommand: boolean): void {
  const [first = textBlock(""), ...others] = blocks;
  const marked = isCommand ? { ...first, ...withMeta({ aside: true }) } : first;
  session.recorder.record({ type: "prompt", prompt: [marked, ...others] as ContentBlock[] });
  if (!isCommand) giveTitle(session, blocks);
}

/** What the person typed stands before it, as they typed it. */
function recordExpansion(session: AgentSession, heard: readonly UserPart[]): void {
  const text = heard.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  const update = { sessionUpdate: "user_message_chunk", messageId: createId(), content: textBlock(text) } as const;
  session.recorder.record({
    type: "update",
    update: { ...update, ...withMeta({ heard, isExpansion: true }) } as SessionUpdate,
  });
  giveTitle(session, [textBlock(text)]);
}

function giveTitle(session: AgentSession, blocks: readonly Block[]): void {
  if (session.title !== undefined) return;
  const title = toPromptTitle(blocks as readonly ContentBlock[]);
  if (title === undefined) return;
  session.title = title;
  session.recorder.update({ sessionUpdate: "session_info_update", title });
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
  const content = textBlock(text);
  session.recorder.update({
    sessionUpdate: "agent_message_chunk",
    messageId: createId(),
    content,
    ...withMeta({ aside: true }),
  });
  return { stopReason: turn.signal.aborted ? "cancelled" : "end_turn", usage: { inputTokens: 0, outputTokens: 0 } };
}

function answer(
  agent: Agent,
  session: AgentSession,
  kit: SessionKit,
  turn: Turn,
  parts: readonly UserPart[],
): Promise<TurnEnd> {
  const prompt: UserMessage = { role: "user", parts };
  const run = session.mode.category === "session" ? runLoop : runSpecialMode;
  return run({ agent, session, kit, turn }, prompt);
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
