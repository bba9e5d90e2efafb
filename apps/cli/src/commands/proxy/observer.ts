// Collects observations from the traffic, and finds changes that no message mentions.
import type { Log } from "@parley/base";
import { createExtractor, createUnaskedFinder, type Frame, type Observation } from "@parley/observe";
import { DiskWatch } from "./disk-watch.ts";
import type { FolderListing } from "./folder-listing.ts";
import { WATCHED_SESSIONS_MAX } from "../../limits.ts";

export interface ObserverOptions {
  /** Files that Parley itself writes, and not the agent. */
  readonly ownFiles: readonly string[];
  /** Called with observations that are found on the disk later. */
  readonly onLate: (observation: Observation) => void;
  readonly log: Log;
}

interface Session {
  readonly cwd: string;
  turn: Turn | undefined;
  isLooking: boolean;
}

interface Turn {
  readonly startedAtMs: number;
  /** The folder's files at that time, or undefined if they could not be listed. */
  readonly before: Promise<FolderListing | undefined>;
}

export class Observer {
  readonly #options: ObserverOptions;
  readonly #extractor = createExtractor();
  readonly #unasked = createUnaskedFinder();
  readonly #disk = new DiskWatch();
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
    if (observation.type === "turn_started") session.turn ??= this.#beginTurn(session.cwd, atMs);
    if (observation.type === "turn_ended") this.#theme(sessionId, session, atMs);
  }

  #open(sessionId: string, cwd: string): void {
    this.#sessions.set(sessionId, { cwd, turn: undefined, isLooking: false });
    this.#disk.open(cwd);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > WATCHED_SESSIONS_MAX && oldest !== undefined) this.#sessions.delete(oldest);
  }

  #beginTurn(cwd: string, startedAtMs: number): Turn {
    const before = this.#disk.beginTurn(cwd, startedAtMs).catch((cause: unknown) => {
      this.#options.log.write("debug", "The files before a turn were not checked", { cause: String(cause) });
      return undefined;
    });
    return { startedAtMs, before };
  }

  #theme(sessionId: string, session: Session, atMs: number): void {
    const { turn, cwd, isLooking } = session;
    session.turn = undefined;
    if (turn === undefined || isLooking) return;
    session.isLooking = true;
    const { ownFiles, onLate, log } = this.#options;
    turn.before
      .then((before) => this.#disk.endTurn(cwd, before, turn.startedAtMs))
      .then((changes) => changes.filter(({ path }) => !ownFiles.includes(path)))
      .then((changes) => this.#unasked.reportChanges(sessionId, changes, atMs).forEach(onLate))
      .catch((cause: unknown) => log.write("debug", "The files of a turn were not checked", { cause: String(cause) }))
      .finally(() => {
        session.isLooking = false;
      });
  }
}
