// The current state of runs. Results are cached for a while, so that polling reads only new events.
import { isOver, type Hub, type Turn } from "@parley/hub";
import { REST_READ_RUNS_MAX, REST_READ_RUN_CHARS_MAX } from "../../../limits.ts";
import { toAwaitRequest, toQuestion } from "../questions/await-request.ts";
import { RunTranslator } from "../translate/run-translator.ts";
import type { Run } from "../wire.ts";
import { feedFromLog } from "./feed-from-log.ts";

export class RunReader {
  readonly #hub: Pick<Hub, "sessions" | "interactions">;
  readonly #kept = new Map<string, RunTranslator>();
  /** One reader per run, because two would feed the same events twice. */
  readonly #reading = new Map<string, Promise<unknown>>();

  constructor(hub: Pick<Hub, "sessions" | "interactions">) {
    this.#hub = hub;
  }

  async read(turn: Turn): Promise<Run> {
    const before = this.#reading.get(turn.id);
    const reading = (before ?? Promise.resolve()).then(() => this.#read(turn));
    // The next caller waits for this one, whether it succeeds or fails.
    const ended = reading.then(
      () => undefined,
      () => undefined,
    );
    this.#reading.set(turn.id, ended);
    try {
      return await reading;
    } finally {
      if (this.#reading.get(turn.id) === ended) this.#reading.delete(turn.id);
    }
  }

  async #read(turn: Turn): Promise<Run> {
    const translator = this.#kept.get(turn.id) ?? new RunTranslator(turn, () => undefined);
    this.#kept.delete(turn.id);
    for await (const _ of feedFromLog(this.#hub, turn, translator));
    if (turn.state === "awaiting") translator.awaiting(turn.interactionId);
    this.#keep(turn, translator);
    const run = translator.run(turn);
    if (turn.interactionId === undefined || run.status !== "awaiting" || run.await_request !== undefined) return run;
    // The question was asked, but its event is not stored yet.
    const question = toQuestion(await this.#hub.interactions.get(turn.interactionId));
    return { ...run, await_request: toAwaitRequest(question, turn.agent) };
  }

  /** Ended runs are probably not requested again. The least recently used one is dropped first. */
  #keep(turn: Turn, translator: RunTranslator): void {
    if (isOver(turn) || translator.outputChars > REST_READ_RUN_CHARS_MAX) return;
    this.#kept.set(turn.id, translator);
    if (this.#kept.size <= REST_READ_RUNS_MAX) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
