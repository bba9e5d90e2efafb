// What is observed in the traffic, and what was done without a word in it.
import type { Log } from "@parley/base";
import { createExtractor, createUnaskedFinder, type Frame, type Observation } from "@parley/observe";
import { findWritten } from "./disk-changes.ts";

export interface ObserverOptions {
  /** Files of our own, which no agent wrote. */
  readonly ownFiles: readonly string[];
  /** Hears of what was found later, on the disk. */
  readonly onLate: (observation: Observation) => void;
  readonly log: Log;
}

interface Session {
  readonly cwd: string;
  turnStartedAtMs: number | undefined;
  isLooking: boolean;
}

/** Sessions whose folders are looked at; the oldest makes room. */
const SESSIONS_MAX = 64;

export class Observer {
  readonly #options: ObserverOptions;
  readonly #extractor = createExtractor();
  readonly #unasked = createUnaskedFinder();
  readonly #sessions = new Map<string, Session>();

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  add(frame: Frame): readonly Observation[] {
    const found = this.#extractor.add(frame);
    for (const observation of found) this.#follow(observation);
    return [...found, ...found.flatMap((observation) => this.#unasked.add(observation))];
  }

  #follow(observation: Observation): void {
    const { sessionId, atMs } = observation;
    if (sessionId === undefined) return;
    if (observation.type === "session_opened" && observation.cwd !== undefined) {
      this.#open(sessionId, observation.cwd);
      return;
    }
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    if (observation.type === "turn_started") session.turnStartedAtMs ??= atMs;
    if (observation.type === "turn_ended") this.#look(sessionId, session, atMs);
  }

  #open(sessionId: string, cwd: string): void {
    this.#sessions.set(sessionId, { cwd, turnStartedAtMs: undefined, isLooking: false });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > SESSIONS_MAX && oldest !== undefined) this.#sessions.delete(oldest);
  }

  #look(sessionId: string, session: Session, atMs: number): void {
    const { turnStartedAtMs, cwd, isLooking } = session;
    session.turnStartedAtMs = undefined;
    if (turnStartedAtMs === undefined || isLooking) return;
    session.isLooking = true;
    const { ownFiles, onLate, log } = this.#options;
    findWritten(cwd, turnStartedAtMs)
      .then((changes) => changes.filter(({ path }) => !ownFiles.includes(path)))
      .then((changes) => this.#unasked.reportChanges(sessionId, changes, atMs).forEach(onLate))
      .catch((cause: unknown) => log.write("debug", "The files of a turn were not looked at", { cause: String(cause) }))
      .finally(() => {
        session.isLooking = false;
      });
  }
}
