// A turn read back from the log.
import type { Task } from "@a2a-js/sdk";
import { isAbandoned, isOver, type Hub, type Turn } from "@parley/hub";
import { A2A_LOG_PAGE_EVENTS, A2A_TASK_EVENTS_MAX } from "../../limits.ts";
import { withQuestion } from "./open-question.ts";
import { TaskBuilder } from "./task-builder.ts";

export interface ReadTask {
  readonly builder: TaskBuilder;
  /** The last event that was read; 0 if there was none. */
  readonly lastSeq: number;
}

/** `upTo`: what the reader already has. */
export async function readTask(hub: Hub, turn: Turn, options: { readonly upTo?: number } = {}): Promise<ReadTask> {
  const builder = new TaskBuilder(turn);
  const { firstSeq, sessionId } = turn;
  if (firstSeq === undefined) return { builder, lastSeq: 0 };
  const session = await hub.sessions.get(sessionId);
  const end = Math.min(turn.lastSeq ?? Number.POSITIVE_INFINITY, options.upTo ?? Number.POSITIVE_INFINITY);
  let after = firstSeq - 1;
  for (let read = 0; after < end;) {
    const page = await hub.sessions.events(sessionId, { after, limit: A2A_LOG_PAGE_EVENTS });
    for (const { event } of page) {
      if (event.seq > end) return { builder, lastSeq: after };
      if (isAbandoned(session, event.seq)) builder.rewound();
      else builder.add(event, read < A2A_TASK_EVENTS_MAX);
      read += 1;
      after = event.seq;
    }
    if (read > A2A_TASK_EVENTS_MAX) builder.cut();
    if (page.length < A2A_LOG_PAGE_EVENTS) break;
  }
  return { builder, lastSeq: after };
}

export async function readWholeTask(
  hub: Hub,
  turnId: string,
  options: { readonly historyLength?: number | undefined; readonly hasArtifacts?: boolean } = {},
): Promise<Task> {
  const turn = await hub.turns.get(turnId);
  const { builder } = await readTask(hub, turn);
  if (isOver(turn)) return builder.build(turn, options);
  // The task may have continued while its log was read; once it has ended, the log is complete.
  const later = await hub.turns.get(turnId);
  const isSame = later.state === turn.state && later.interactionId === turn.interactionId;
  const task = (isSame ? builder : (await readTask(hub, later)).builder).build(later, options);
  return withQuestion(hub, task, later);
}
