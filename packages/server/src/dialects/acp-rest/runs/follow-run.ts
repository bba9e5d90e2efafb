// Follows a run: its events so far and new ones, until it ends or awaits an answer.
import { ParleyError } from "@parley/base";
import { isOver, type Hub, type LoggedEvent, type Subscription, type Turn } from "@parley/hub";
import { errorToWire } from "../errors.ts";
import { RunTranslator } from "../translate/run-translator.ts";
import type { RunEvent } from "../wire.ts";
import type { FrameId } from "./frame-id.ts";

export interface RunSink {
  emit(event: RunEvent, id: FrameId): void;
  /** Returns false if the reader is behind and sending has to pause. */
  flush(): boolean;
  end(): void;
}

/** The start of the frames: after one that the reader has, or with the answer to a question. */
export type Beginning = { readonly after: FrameId } | { readonly answered: string };

export interface FollowOptions {
  readonly hub: Pick<Hub, "sessions" | "turns">;
  readonly turn: Turn;
  readonly beginning: Beginning;
  /** A protocol stream ends when the run awaits an answer; a watching stream continues. */
  readonly isWatching: boolean;
  /** Only the outcome is sent, so events may come when the turn is over or awaits an answer. */
  readonly isPatient?: boolean;
  readonly sink: RunSink;
}

/** Called after all frames of one log event. */
const ERROR_SUB = 999_999;

export const FROM_THE_START: Beginning = { after: { seq: 0, sub: -1 } };

export class RunFollower {
  readonly #options: FollowOptions;
  readonly #translator: RunTranslator;
  #turn: Turn;
  #after: FrameId;
  /** Events after the stop, held until the turn's last event is known. */
  #late: LoggedEvent[] = [];
  #subscription: Subscription | undefined;
  #isSubscribing = false;
  #isDone = false;
  readonly #stopListening: () => void;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#turn = options.turn;
    this.#after = "after" in options.beginning ? options.beginning.after : { seq: Number.POSITIVE_INFINITY, sub: 0 };
    this.#translator = new RunTranslator(options.turn, (event, seq, sub) => this.#emit(event, seq, sub));
    this.#stopListening = options.hub.turns.onChange((turn) => {
      if (turn.id === options.turn.id) this.#changed(turn);
    });
  }

  async start(): Promise<void> {
    this.#translator.created();
    this.#options.sink.flush();
    // It may have changed before the subscription.
    this.#changed(await this.#options.hub.turns.get(this.#turn.id));
  }

  /** The reader has room again. */
  resume(): void {
    this.#subscription?.resume();
    this.#proceed();
  }

  close(): void {
    this.#isDone = true;
    this.#stopListening();
    this.#subscription?.close();
  }

  #changed(turn: Turn): void {
    if (this.#isDone || (isOver(this.#turn) && !isOver(turn))) return;
    this.#turn = turn;
    if (turn.firstSeq !== undefined && !this.#isSubscribing) {
      this.#isSubscribing = true;
      void this.#subscribe(turn.firstSeq - 1);
    }
    if (this.#options.isPatient === true && isSettled(turn)) this.#subscription?.resume();
    this.#proceed();
  }

  async #subscribe(after: number): Promise<void> {
    const subscriber = {
      events: (batch: readonly LoggedEvent[]) => this.#feed(batch),
      ended: (reason: "deleted" | "closed" | "failed") => this.#broken(`The session's log has ended: ${reason}.`),
    };
    const { hub, isPatient = false } = this.#options;
    try {
      const subscription = await hub.sessions.subscribe(this.#turn.sessionId, subscriber, { after, isPatient });
      this.#subscription = subscription;
      if (this.#isDone) subscription.close();
      else if (isPatient && isSettled(this.#turn)) subscription.resume();
    } catch (error) {
      this.#broken(error instanceof Error ? error.message : String(error));
    }
  }

  #feed(batch: readonly LoggedEvent[]): boolean {
    for (const logged of batch) {
      if (this.#isDone) return false;
      if (!this.#isOfTurn(logged.event.seq)) continue;
      if (this.#translator.isStopped) this.#late.push(logged);
      else this.#translate(logged);
    }
    return this.#proceed();
  }

  #isOfTurn(seq: number): boolean {
    const { firstSeq = 0, lastSeq = Number.POSITIVE_INFINITY } = this.#turn;
    return seq >= firstSeq && (seq <= lastSeq || !isOver(this.#turn));
  }

  #translate({ event }: LoggedEvent): void {
    const { beginning } = this.#options;
    if ("answered" in beginning && "interactionId" in event && event.interactionId === beginning.answered) {
      const isAnswer = event.type === "permission_answered" || event.type === "elicitation_answered";
      if (isAnswer) this.#after = { seq: event.seq, sub: -1 };
    }
    this.#translator.feed(event);
  }

  /** Up to the known end of the turn. */
  #proceed(): boolean {
    if (this.#isDone) return false;
    const turn = this.#turn;
    if (turn.state === "awaiting") this.#translator.awaiting(turn.interactionId);
    if (isOver(turn)) {
      // A turn that never started has no events in the log.
      const lastSeq = turn.firstSeq === undefined ? 0 : (turn.lastSeq ?? this.#translator.seq);
      for (const { event } of this.#late) if (this.#isOfTurn(event.seq)) this.#translator.feed(event);
      this.#late = [];
      // The last event contains the whole output, so it waits until the reader has room.
      const hasRoom = this.#options.sink.flush();
      if (this.#translator.seq >= lastSeq && hasRoom) this.#finish(turn);
      else if (hasRoom) this.#subscription?.resume();
      return hasRoom;
    }
    // Events after the stop can wait until the turn is over.
    return this.#options.sink.flush() && !this.#translator.isStopped;
  }

  #finish(turn: Turn): void {
    // A client that waits for the answer learns that the run has ended.
    if (this.#after.seq === Number.POSITIVE_INFINITY) this.#after = { seq: this.#translator.seq, sub: -1 };
    this.#translator.ended(turn);
    this.#end();
  }

  #emit(event: RunEvent, seq: number, sub: number): void {
    if (this.#isDone) return;
    const { seq: afterSeq, sub: afterSub } = this.#after;
    if (seq < afterSeq || (seq === afterSeq && sub <= afterSub)) return;
    this.#options.sink.emit(event, { seq, sub });
    if (event.type === "run.awaiting" && !this.#options.isWatching && !isOver(this.#turn)) this.#end();
  }

  #broken(why: string): void {
    if (this.#isDone) return;
    const error = errorToWire(new ParleyError({ code: "session_lost", message: why }));
    this.#options.sink.emit({ type: "error", error }, { seq: this.#translator.seq, sub: ERROR_SUB });
    this.#end();
  }

  #end(): void {
    this.#options.sink.flush();
    this.close();
    this.#options.sink.end();
  }
}

function isSettled(turn: Turn): boolean {
  return turn.state === "awaiting" || isOver(turn);
}
