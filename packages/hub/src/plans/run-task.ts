// One task, in a session of its own.
import type { ContentBlock } from "@parley/acp";
import { createId, ParleyError, type Clock, type Log, quoteMaterial, truncateStart, toOneLine } from "@parley/base";
import type { HubSession, Sessions } from "../api/sessions.ts";
import { agentText, readConversation } from "../text/conversation.ts";
import type { Turn, Turns } from "../api/turns.ts";
import { EARLIER_RESULT_CHARS_MAX, TASK_TITLE_CHARS_MAX } from "../limits.ts";
import type { PlanRecord } from "./plan-record.ts";
import type { PlanTask, PlanTaskResult } from "../api/plans.ts";

export interface TaskContext {
  readonly sessions: Pick<Sessions, "create" | "close" | "events">;
  readonly turns: Pick<Turns, "start" | "get" | "ended" | "cancel">;
  /** The session of the plan. */
  readonly parent: HubSession;
  /** Of the plan. */
  readonly record: PlanRecord;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Never rejects: a failure is the task's result, which is stored. */
export async function runTask(
  task: PlanTask,
  earlier: readonly PlanTaskResult[],
  context: TaskContext,
): Promise<PlanTaskResult> {
  const result = await tryTask(task, earlier, context);
  try {
    await context.record.settle(result);
  } catch (error) {
    context.log.write("error", "Could not store the result of a task", { task: task.id, error });
  }
  return result;
}

async function tryTask(
  task: PlanTask,
  earlier: readonly PlanTaskResult[],
  context: TaskContext,
): Promise<PlanTaskResult> {
  const { record, clock } = context;
  const begun = record.begunTask(task.id);
  let sessionId = begun?.sessionId;
  let turnId = begun?.turnId;
  try {
    sessionId ??= (await openSession(task, context)).id;
    if (context.signal.aborted) return { id: task.id, state: "cancelled", text: "The plan was cancelled", sessionId };
    turnId ??= createId(clock);
    if (begun === undefined) await record.begin(task.id, { sessionId, turnId });
    const found = begun === undefined ? undefined : await findTurn(turnId, context);
    const started =
      found ??
      (await context.turns.start({ id: turnId, sessionId, prompt: toPrompt(task, earlier), approve: record.approve }));
    const turn = await untilOver(started, context);
    const said = agentText(await readConversation(context.sessions, sessionId));
    const { hadUnansweredQuestion } = turn;
    return { id: task.id, ...toOutcome(turn, said), sessionId, turnId, hadUnansweredQuestion };
  } catch (error) {
    context.log.write("warn", "A task of a plan failed", { task: task.id, sessionId, error });
    return { id: task.id, state: "failed", text: toMessage(error), sessionId, turnId };
  } finally {
    if (sessionId !== undefined) await close(sessionId, context);
  }
}

/** A turn of an earlier process, which may have stopped before starting it. */
async function findTurn(id: string, { turns }: TaskContext): Promise<Turn | undefined> {
  try {
    return await turns.get(id);
  } catch (error) {
    if (error instanceof ParleyError && error.code === "turn_not_found") return undefined;
    throw error;
  }
}

/** The first line of its description. */
export function titleOf({ description }: Pick<PlanTask, "description">): string {
  return toOneLine(description.trim().split("\n", 1)[0] ?? "", TASK_TITLE_CHARS_MAX);
}

function openSession(task: PlanTask, { sessions, parent }: TaskContext): Promise<HubSession> {
  const { id: environmentOf, cwd, additionalFolders, extensions } = parent;
  return sessions.create({
    agent: task.agent,
    cwd,
    additionalFolders,
    extensions,
    environmentOf,
    title: titleOf(task),
  });
}

function toPrompt({ description }: PlanTask, earlier: readonly PlanTaskResult[]): ContentBlock[] {
  const blocks: ContentBlock[] = [{ type: "text", text: withoutCommand(description) }];
  if (earlier.length > 0) {
    const results = earlier.map(
      ({ id, text }) => `Task ${id}:\n${quoteMaterial("result", truncateStart(text, EARLIER_RESULT_CHARS_MAX))}`,
    );
    blocks.push({ type: "text", text: ["Results of earlier tasks:", ...results].join("\n") });
  }
  return blocks;
}

/**
 * A task is work to do, in the words of a model or of the caller. As a command it could change what its agent asks about,
 * which needs more rights than a prompt.
 */
function withoutCommand(description: string): string {
  return /^\s*\//.test(description) ? `Task: ${description.trimStart()}` : description;
}

async function untilOver({ id }: Turn, { turns, signal, log }: TaskContext): Promise<Turn> {
  const cancel = (): void => {
    turns.cancel(id).catch((error: unknown) => {
      // The turn ended in the meantime.
      if (error instanceof ParleyError && error.code === "turn_over") return;
      log.write("error", "Could not cancel a task of a cancelled plan", { turn: id, error });
    });
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (signal.aborted) cancel();
    return await turns.ended(id);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Stop reasons of agents that did not finish. */
const UNDONE: Readonly<Record<string, string>> = {
  refusal: "The agent refused",
  max_tokens: "The agent reached its token limit",
  max_turn_requests: "The agent reached its limit of requests",
};

function toOutcome(turn: Turn, said: string): Pick<PlanTaskResult, "state" | "text"> {
  if (turn.state === "cancelled") return { state: "cancelled", text: said === "" ? "It was cancelled" : said };
  if (turn.state === "failed") return { state: "failed", text: turn.error?.message ?? "The agent failed" };
  const undone = UNDONE[turn.stopReason ?? ""];
  if (undone !== undefined) return { state: "failed", text: said === "" ? undone : `${undone}: ${said}` };
  return { state: "completed", text: said };
}

/** Closes the agent's session; the conversation stays. */
async function close(sessionId: string, { sessions, log }: TaskContext): Promise<void> {
  try {
    await sessions.close(sessionId);
  } catch (error) {
    log.write("warn", "Could not close the session of a task", { sessionId, error });
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
