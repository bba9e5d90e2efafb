// A task as a stream: a snapshot, then every update, each with the number of its event in the log.
import { TaskState, type StreamResponse } from "@a2a-js/sdk";
import type { SessionEvent } from "@parley/acp";
import { isOver, type Hub, type Turn } from "@parley/hub";
import { TurnFollower } from "./follow-log.ts";
import { statusPayload, type Payload } from "./messages.ts";
import { withQuestion } from "./open-question.ts";
import { toQuestionMessage } from "./question.ts";
import { readTask } from "./read-task.ts";
import { toTaskState } from "./states.ts";
import { failureMessage, toMetadata, type TaskBuilder } from "./task-builder.ts";

/** One update. `seq`: everything up to that event has been sent, so that a client can resume there. */
export interface Told {
  readonly response: StreamResponse;
  readonly seq?: number | undefined;
}

export interface FollowOptions {
  readonly turnId: string;
  /** Resume after that event, without a snapshot. */
  readonly after?: number | undefined;
  readonly historyLength?: number | undefined;
  readonly signal: AbortSignal;
  /** Do not end when the task waits for an answer. */
  readonly isPatient?: boolean | undefined;
}

/** In batches, as they arrive. Ends with the task, when it waits for an answer, or when the signal aborts. */
export async function* followTask(hub: Hub, options: FollowOptions): AsyncGenerator<readonly Told[], void, undefined> {
  const { turnId, after, signal, historyLength, isPatient = false } = options;
  const first = await hub.turns.get(turnId);
  const { builder, lastSeq } = await readTask(hub, first, after === undefined ? {} : { upTo: after });
  const teller = new Teller(builder, isPatient);
  if (after === undefined) {
    // The state before the log was read; later changes follow below.
    const value = await withQuestion(hub, builder.build(first, { historyLength }), first);
    // The message of a waiting task is its question.
    if (first.state === "awaiting" && value.status?.message !== undefined)
      teller.known([value.status.message.messageId]);
    yield [{ response: { payload: { $case: "task", value } }, seq: lastSeq }];
    if (isOver(first)) return;
  }
  const follower = new TurnFollower(hub, first, lastSeq, signal);
  try {
    await follower.start();
    for (;;) {
      const { events, turn, isEnd } = await follower.next();
      const told = events.flatMap(({ event }) => teller.tell(event, turn));
      told.push(...teller.look(turn));
      if (isEnd && !signal.aborted) told.push(...teller.finish(turn));
      if (told.length > 0) yield told;
      if (isEnd || teller.isDone) return;
    }
  } finally {
    follower.close();
  }
}

/** Updates for events and states, in order and without duplicates. */
class Teller {
  readonly #builder: TaskBuilder;
  readonly #isPatient: boolean;
  /** Questions that were already sent. */
  readonly #told = new Set<string>();
  #seq = 0;
  isDone = false;

  constructor(builder: TaskBuilder, isPatient: boolean) {
    this.#builder = builder;
    this.#isPatient = isPatient;
  }

  known(interactionIds: Iterable<string>): void {
    for (const id of interactionIds) this.#told.add(id);
  }

  tell(event: SessionEvent, turn: Turn): Told[] {
    if (this.isDone) return [];
    this.#seq = event.seq;
    const payloads = this.#builder.add(event, false);
    const isAnswer = event.type === "permission_answered" || event.type === "elicitation_answered";
    if (isAnswer && this.#told.delete(event.interactionId)) {
      payloads.push(statusPayload(this.#builder.ids, { state: TaskState.TASK_STATE_WORKING, atMs: event.at }));
    }
    return [...toTold(payloads, event.seq), ...this.look(turn)];
  }

  /** A question is sent once it is in the log and the turn waits for it, because rules may answer it first. */
  look(turn: Turn): Told[] {
    const asked = this.isDone ? undefined : this.#builder.questionOf(turn);
    if (asked === undefined || this.#told.has(asked.question.interactionId)) return [];
    this.#told.add(asked.question.interactionId);
    this.isDone = !this.#isPatient;
    const message = toQuestionMessage(this.#builder.ids, asked.question);
    const status = { state: TaskState.TASK_STATE_INPUT_REQUIRED, atMs: asked.atMs, message };
    return toTold([statusPayload(this.#builder.ids, status)], this.#seq);
  }

  finish(turn: Turn): Told[] {
    if (this.isDone || !isOver(turn)) return [];
    this.isDone = true;
    const { ids } = this.#builder;
    const message = failureMessage(ids, turn);
    const status = statusPayload(ids, {
      state: toTaskState(turn),
      atMs: turn.finishedAtMs ?? turn.createdAtMs,
      metadata: toMetadata(turn),
      ...(message !== undefined && { message }),
    });
    return toTold([...this.#builder.close(), status], turn.lastSeq ?? this.#seq);
  }
}

/** Only the last update of an event has its number, so that a resuming client misses none. */
function toTold(payloads: readonly Payload[], seq: number): Told[] {
  return payloads.map((payload, index) => {
    const response = { payload };
    return index === payloads.length - 1 && seq > 0 ? { response, seq } : { response };
  });
}
