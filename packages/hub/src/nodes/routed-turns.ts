// Turns of a hub that shares its store: started where the session's owner is, and followed here.
import { createId, ParleyError, type Clock } from "@parley/base";
import type { HubStore } from "../api/store.ts";
import { isOver, type NewTurn, type Turn, type TurnAndEvents, type Turns } from "../api/turns.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { CATCH_UP_MS_MAX, FOLLOW_TURN_MS, RUNS_ELSEWHERE_MAX } from "../node-limits.ts";
import type { PeerCall } from "./peer-messages.ts";
import { toOutcome, type PeerOutcome } from "./run-for-peer.ts";
import type { WatchElsewhere } from "./watch-elsewhere.ts";

export interface RoutedTurnsOptions {
  readonly store: HubStore;
  readonly live: Pick<LiveSessions, "isOwned" | "find">;
  /** Whether this server has the turn, and it is not over. */
  readonly isOpen: (turnId: string) => boolean;
  readonly watch: Pick<WatchElsewhere, "starting" | "read" | "latest">;
  readonly clock: Clock;
}

/** Calls the owner of the session, or `here` if that is this server. `isDone`: what a call that broke off has done. */
export type CallOwner = (
  call: Omit<PeerCall, "sessionId">,
  sessionId: string,
  here: () => Promise<unknown>,
  isDone: () => Promise<unknown>,
) => Promise<unknown>;

export class RoutedTurns implements Pick<Turns, "start" | "run" | "get" | "ended" | "settled"> {
  readonly #local: Turns;
  readonly #options: RoutedTurnsOptions;
  readonly #call: CallOwner;
  /** Calls that wait for the end of a turn. */
  #waiting = 0;

  constructor(local: Turns, options: RoutedTurnsOptions, call: CallOwner) {
    this.#local = local;
    this.#options = options;
    this.#call = call;
  }

  async start(wanted: NewTurn): Promise<Turn> {
    const { store, live, watch } = this.#options;
    const given = this.#withId(wanted);
    const call = { part: "turns", method: "start", args: [given] };
    const here = (): Promise<Turn> => this.#local.start(given);
    const isDone = (): Promise<Turn | undefined> => store.getTurn(given.id);
    const start = async (): Promise<Turn> => (await this.#call(call, wanted.sessionId, here, isDone)) as Turn;
    return live.isOwned(wanted.sessionId) ? start() : watch.starting(given.id, start);
  }

  /** The notices of such a turn need not be looked into: its owner replies with everything. */
  async run(wanted: NewTurn): Promise<TurnAndEvents> {
    const { store, live } = this.#options;
    const isHere = live.isOwned(wanted.sessionId) || this.#waiting >= RUNS_ELSEWHERE_MAX;
    if (isHere) return { turn: await this.start(wanted) };
    const given = this.#withId(wanted);
    const call = { part: "turns", method: "run", args: [given] };
    const here = async (): Promise<PeerOutcome> => ({ turn: await this.#local.start(given) });
    const isDone = async (): Promise<PeerOutcome | undefined> => {
      const turn = await store.getTurn(given.id);
      return turn && { turn };
    };
    this.#waiting += 1;
    try {
      return toOutcome((await this.#call(call, wanted.sessionId, here, isDone)) as PeerOutcome);
    } finally {
      this.#waiting -= 1;
    }
  }

  async get(id: string): Promise<Turn> {
    const { watch } = this.#options;
    const known = watch.latest(id);
    if (known !== undefined) return known;
    const turn = await this.#local.get(id);
    watch.read(turn);
    return turn;
  }

  ended(id: string): Promise<Turn> {
    return this.#reaches(id, isOver, () => this.#local.ended(id));
  }

  settled(id: string): Promise<Turn> {
    return this.#reaches(id, isSettled, () => this.#local.settled(id));
  }

  /** A second attempt finds what the first one stored. */
  #withId(wanted: NewTurn): NewTurn & { readonly id: string } {
    return { ...wanted, id: wanted.id ?? createId(this.#options.clock) };
  }

  /** A turn that another server runs is seen in the store; its events are delivered here before its end. */
  async #reaches(id: string, fits: (turn: Turn) => boolean, here: () => Promise<Turn>): Promise<Turn> {
    const { live, store, isOpen } = this.#options;
    const known = await this.get(id);
    // One that this server has just taken over is known here only when it is continued or ended.
    if (live.isOwned(known.sessionId) && isOpen(id)) return here();
    const queue: Turn[] = [];
    let wake: (() => void) | undefined;
    const stop = this.#local.onChange((turn) => {
      if (turn.id !== id) return;
      queue.push(turn);
      wake?.();
    });
    try {
      for (let turn: Turn | undefined = known; ; turn = queue.shift() ?? (await store.getTurn(id))) {
        if (turn === undefined) throw new ParleyError({ code: "turn_not_found", message: `Turn ${id} not found` });
        if (fits(turn)) {
          await this.#caughtUp(turn);
          return turn;
        }
        if (queue.length > 0) continue;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, FOLLOW_TURN_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    } finally {
      stop();
    }
  }

  async #caughtUp({ sessionId, lastSeq }: Turn): Promise<void> {
    const { live, clock } = this.#options;
    const session = live.find(sessionId);
    if (session === undefined || lastSeq === undefined) return;
    session.channel.reached(lastSeq);
    const untilMs = clock.now() + CATCH_UP_MS_MAX;
    while (!session.channel.isCaughtUp && clock.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function isSettled(turn: Turn): boolean {
  return isOver(turn) || turn.state === "awaiting";
}
