// Turns of other servers that callers here wait for, and their open questions. Notices may be lost, and a server that
// takes over a turn ends it without one, so changes are also polled.
import type { StartedTurn, StoreNodes } from "../api/nodes.ts";
import type { Interaction } from "../api/interactions.ts";
import type { HubStore } from "../api/store.ts";
import { isOver, type Turn } from "../api/turns.ts";
import type { HubInteractions } from "../interactions/create-interactions.ts";
import { STARTED_KNOWN_MS, WATCHED_ELSEWHERE_MAX } from "../node-limits.ts";
import type { TurnTable } from "../turns/turn-table.ts";

export interface WatchElsewhereOptions {
  readonly nodes: Pick<StoreNodes, "isOurs" | "readTurnStates">;
  readonly store: Pick<HubStore, "getTurn" | "getInteraction" | "listInteractions">;
  readonly turns: { readonly table: Pick<TurnTable, "tell"> };
  readonly interactions: Pick<HubInteractions, "heard">;
}

interface Watched {
  state: string;
  /** Only of one that was started here. */
  turn?: Turn;
  knownUntilMs?: number;
}

export class WatchElsewhere {
  readonly #options: WatchElsewhereOptions;
  /** As they were last reported here. */
  readonly #turns = new Map<string, Watched>();
  /** Open ones that were reported here. */
  readonly #questions = new Set<string>();

  constructor(options: WatchElsewhereOptions) {
    this.#options = options;
  }

  /** A caller that reads a turn may wait for its next change. */
  read({ id, state, sessionId }: Turn): void {
    if (isOver({ state }) || this.#options.nodes.isOurs(sessionId) || this.#turns.has(id)) return;
    this.#turns.set(id, { state });
    dropFirst(this.#turns);
  }

  /** A turn is started elsewhere: none of its changes is missed from now on, so that it need not be read at once. */
  async starting(turnId: string, start: () => Promise<Turn>): Promise<Turn> {
    if (this.#turns.has(turnId)) return start();
    const watched: Watched = { state: "created" };
    this.#turns.set(turnId, watched);
    dropFirst(this.#turns);
    let turn: Turn | undefined;
    try {
      turn = await start();
    } finally {
      // It was refused, it is an earlier one with the same key, or this server has its session now.
      const isElsewhere = turn?.id === turnId && !this.#options.nodes.isOurs(turn.sessionId);
      if (!isElsewhere && this.#turns.get(turnId) === watched) this.#turns.delete(turnId);
    }
    watched.turn ??= turn;
    watched.knownUntilMs = performance.now() + STARTED_KNOWN_MS;
    return turn;
  }

  /** A turn that was started a moment ago, with the changes that were heard since; undefined if it has to be read. */
  latest(turnId: string): Turn | undefined {
    const { turn, knownUntilMs = 0 } = this.#turns.get(turnId) ?? {};
    return performance.now() < knownUntilMs ? turn : undefined;
  }

  /** A turn that was started here runs elsewhere now. Undefined if it has to be read. */
  started(turnId: string, { firstSeq, startedAtMs, model }: StartedTurn): Turn | undefined {
    const { turn } = this.#turns.get(turnId) ?? {};
    return turn?.state === "created" ? { ...turn, state: "in_progress", firstSeq, startedAtMs, model } : undefined;
  }

  has(turnId: string): boolean {
    return this.#turns.has(turnId);
  }

  heardTurn(turn: Turn): void {
    const watched = this.#turns.get(turn.id);
    if (watched === undefined) return;
    if (isOver(turn)) this.#turns.delete(turn.id);
    else Object.assign(watched, { turn, state: turn.state });
  }

  heardQuestion({ id, state }: Interaction): void {
    this.#questions.delete(id);
    if (state !== "pending") return;
    this.#questions.add(id);
    dropFirst(this.#questions);
  }

  async lookAtTurns(): Promise<void> {
    const { nodes, store, turns } = this.#options;
    if (this.#turns.size === 0) return;
    const states = await nodes.readTurnStates([...this.#turns.keys()]);
    for (const [id, { state: known }] of this.#turns) {
      if (states[id] === known) continue;
      const turn = await store.getTurn(id);
      if (turn === undefined) this.#turns.delete(id);
      else if (turn.state !== this.#turns.get(id)?.state) {
        this.heardTurn(turn);
        turns.table.tell(turn);
      }
    }
  }

  /** Questions that were asked or closed since notices were lost. */
  async lookAtQuestions(): Promise<void> {
    const { nodes, store, interactions } = this.#options;
    const open = await store.listInteractions({ state: "pending" });
    const ids = new Set(open.map(({ id }) => id));
    const over = [...this.#questions].filter((id) => !ids.has(id));
    for (const id of over) {
      const question = await store.getInteraction(id);
      this.#questions.delete(id);
      if (question !== undefined) interactions.heard(question);
    }
    for (const question of open) {
      const isOurs = question.sessionId !== undefined && nodes.isOurs(question.sessionId);
      if (isOurs || this.#questions.has(question.id)) continue;
      this.heardQuestion(question);
      interactions.heard(question);
    }
  }
}

/** The one that has been known longest, if there are too many. */
function dropFirst(known: Map<string, unknown> | Set<string>): void {
  const [first] = known.keys();
  if (known.size > WATCHED_ELSEWHERE_MAX && first !== undefined) known.delete(first);
}
