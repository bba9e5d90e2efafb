// One turn as a stream of frames, from its prompt to its end; the final frame comes last.
import type { Hub, LoggedEvent, Subscriber, Subscription, Turn } from "@parley/hub";
import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import type { FrameState } from "../../../operations/messages/frame-state.ts";
import { DRAINING_METHOD, type FrameOf } from "../../../operations/messages/native-message.ts";
import { finishReason, toFrames } from "../../../operations/messages/to-frames.ts";
import { frameEvent, pushFrames } from "./send-frames.ts";

export interface TurnStreamOptions {
  readonly hub: Hub;
  readonly stream: EventStream;
  readonly turn: Turn;
  readonly state: FrameState;
}

export class TurnStream implements Subscriber {
  readonly #options: TurnStreamOptions;
  #subscription: Subscription | undefined;
  #finish: FrameOf<"Finish"> | undefined;
  #cursor = 0;
  #hasRoom = false;
  /** Whether the last event said why the turn failed. */
  #hasError = false;
  /** The turn, once it is over. */
  #ended: Turn | undefined;

  constructor(options: TurnStreamOptions) {
    this.#options = options;
    options.stream.onDrain(() => {
      this.#hasRoom = true;
      this.#subscription?.resume();
    });
  }

  /** Resolves when the turn has ended or the client disconnects. */
  async run(): Promise<void> {
    const { hub, stream, turn } = this.#options;
    const begun = await this.#begun();
    if (stream.signal.aborted) return;
    if (begun.firstSeq !== undefined) await this.#subscribe(begun.firstSeq - 1);
    const ended = await Promise.race([hub.turns.ended(turn.id), aborted(stream.signal)]);
    if (ended === undefined) return;
    this.#ended = ended;
    if (begun.firstSeq === undefined || this.#cursor >= (ended.lastSeq ?? 0)) this.#complete();
  }

  events(batch: readonly LoggedEvent[]): boolean {
    const events: ServerSentEvent[] = [];
    let isComplete = false;
    for (const { event } of batch) {
      if (event.type === "prompt" && this.#finish !== undefined) {
        isComplete = !this.#asksAgain();
        if (isComplete) break; // It is the prompt of the next turn.
        this.#finish = undefined;
      }
      this.#cursor = event.seq;
      const frames = toFrames(event, this.#options.state);
      const last = frames.at(-1);
      if (last?.type === "Finish") this.#finish = last;
      this.#hasError = frames.some(({ type }) => type === "Error");
      pushFrames(events, last?.type === "Finish" ? frames.slice(0, -1) : frames, event.seq);
      isComplete = this.#ended !== undefined && event.seq >= (this.#ended.lastSeq ?? 0);
      if (isComplete) break;
    }
    const hasRoom = this.#options.stream.sendAll(events);
    if (isComplete) this.#complete();
    return hasRoom;
  }

  ended(reason: string): void {
    const { stream } = this.#options;
    stream.send(frameEvent({ type: "Error", error: `The session ended: ${reason}`, code: `session_${reason}` }));
    this.#complete();
  }

  /** The server is shutting down: the turn continues, or is ended by the hub. */
  farewell(): void {
    const { stream, turn } = this.#options;
    const params = { session_id: turn.sessionId, turn_id: turn.id, last_event_id: this.#cursor };
    stream.send(frameEvent({ type: "Notification", message: { method: DRAINING_METHOD, params } }));
  }

  async #subscribe(after: number): Promise<void> {
    const { hub, stream, turn } = this.#options;
    const subscription = await hub.sessions.subscribe(turn.sessionId, this, { after });
    this.#subscription = subscription;
    if (this.#hasRoom) subscription.resume();
    if (stream.signal.aborted) subscription.close();
    else stream.signal.addEventListener("abort", () => subscription.close(), { once: true });
  }

  /** An agent whose answer does not fit the turn's schema is prompted once more, in the same turn. */
  #asksAgain(): boolean {
    return this.#options.turn.jsonSchema !== undefined && this.#ended === undefined;
  }

  #complete(): void {
    const { stream, state, turn } = this.#options;
    const { error, stopReason } = this.#ended ?? {};
    const ids = { session_id: turn.sessionId, turn_id: turn.id };
    // An answer that does not fit its schema fails the turn, although the agent ended it normally.
    const isUnexplained = error !== undefined && !this.#hasError;
    if (isUnexplained) stream.send(frameEvent({ type: "Error", error: error.message, code: error.code }));
    const own = isUnexplained ? undefined : this.#finish;
    const frame = own ?? { type: "Finish", reason: finishReason(stopReason), token_state: state.tokens };
    const data = JSON.stringify({ ...frame, ...ids });
    stream.send(this.#cursor === 0 ? { data } : { data, id: this.#cursor });
    stream.end();
  }

  /** The turn, once its first event has a number or it ended without one. */
  #begun(): Promise<Turn> {
    const { hub, stream, turn } = this.#options;
    return new Promise((resolve, reject) => {
      const stop = hub.turns.onChange((change) => {
        if (change.id === turn.id) look(change);
      });
      const look = (seen: Turn): void => {
        if (seen.firstSeq === undefined && seen.finishedAtMs === undefined && !stream.signal.aborted) return;
        stop();
        resolve(seen);
      };
      stream.signal.addEventListener("abort", () => look(turn), { once: true });
      hub.turns.get(turn.id).then(look, (error: unknown) => {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
