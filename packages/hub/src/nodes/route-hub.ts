// A hub on a shared store: calls that concern a session are handled by the server that owns it.
import { createId, ParleyError, type Clock } from "@parley/base";
import type { Hub } from "../api/hub.ts";
import type { StoreNode } from "../api/nodes.ts";
import type { HubSession } from "../api/sessions.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { isOver, type NewTurn, type Turn } from "../api/turns.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { CATCH_UP_MS_MAX, FOLLOW_TURN_MS, OWNER_CHECK_MS, OWNER_RETRY_MS, OWNER_WAIT_MS } from "../node-limits.ts";
import { folderUnavailable, needsFolder } from "./folder-calls.ts";
import type { PeerClient } from "./peer-client.ts";
import { OwnerUnreachable, type PeerCall } from "./peer-messages.ts";
import type { SessionPlaces } from "./session-places.ts";
import type { WatchElsewhere } from "./watch-elsewhere.ts";

export interface RouteOptions {
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly places: SessionPlaces;
  readonly peers: Pick<PeerClient, "call">;
  /** Whether this server has the turn, and it is not over. */
  readonly isOpen: (turnId: string) => boolean;
  readonly watch: Pick<WatchElsewhere, "starting" | "read" | "latest">;
  readonly show: (row: SessionRow, state: HubSession["state"] | undefined) => HubSession;
  readonly clock: Clock;
}

/** The parts of a hub whose methods concern one session, by the names that other servers call them by. */
export type RoutedParts = Pick<
  Hub,
  "sessions" | "turns" | "interactions" | "fileChanges" | "rewind" | "files" | "terminals" | "worktrees" | "views"
>;

type FindSession = (args: readonly unknown[]) => string | undefined | Promise<string | undefined>;
type Methods = Readonly<Record<string, FindSession>>;

const byId: FindSession = ([id]) => String(id);

const named = (...names: readonly string[]): Methods => Object.fromEntries(names.map((name) => [name, byId]));

/** Methods whose first argument is a session id, and whose arguments and results are plain data. */
const BY_SESSION = {
  sessions: named(
    "get",
    "rename",
    "requireSandbox",
    "configure",
    "setLaunch",
    "fork",
    "clear",
    "delete",
    "addMessage",
    "handOver",
    "open",
    "setMode",
    "setModel",
    "setConfigOption",
    "offer",
    "renderPrompt",
    "addExtension",
    "removeExtension",
    "close",
    "record",
  ),
  fileChanges: named("list", "file", "review"),
  rewind: named("points", "rewind"),
  files: named("search", "symbols", "sizes", "textAt", "gitStatus", "gitDiff"),
  terminals: named("list", "get", "write", "resize", "kill"),
  worktrees: named("merge", "remove"),
  views: named("snapshot", "timeline"),
};
/** Not idempotent, so they are not retried if the first attempt may have succeeded. */
const ONCE: ReadonlySet<string> = new Set(["fork", "addMessage", "record", "write", "merge", "rewind"]);

export class HubRouter {
  readonly #options: RouteOptions;
  readonly #local: RoutedParts;

  constructor(local: RoutedParts, options: RouteOptions) {
    this.#local = local;
    this.#options = options;
  }

  /** Runs a call of another server. Undefined if the session is not ours. */
  async answer({ sessionId, part, method, args }: PeerCall): Promise<{ readonly value: unknown } | undefined> {
    if (!this.#options.live.isOwned(sessionId) && (await this.#options.places.of(sessionId)) !== undefined)
      return undefined;
    if (!this.#isRouted(part, method))
      throw new ParleyError({ code: "bad_input", message: `${part}.${method} is not a call between servers` });
    const target = Reflect.get(this.#local, part) as object;
    const call = Reflect.get(target, method) as (...args: unknown[]) => unknown;
    return { value: await this.#here({ part, method, args }, sessionId, call.bind(target)) };
  }

  /** Only what `route` sends is answered, whatever a caller with the key asks for. */
  #isRouted(part: string, method: string): boolean {
    const turns = { ...this.#turnMethods(), start: byId };
    const table: Readonly<Record<string, Methods>> = { ...BY_SESSION, turns, interactions: this.#questionMethods() };
    return Object.hasOwn(table, part) && Object.hasOwn(table[part] ?? {}, method);
  }

  route(): RoutedParts {
    const { turns, interactions, ...rest } = this.#local;
    const own: Readonly<Record<string, object>> = { sessions: { get: (id: string) => this.#getSession(id) } };
    const byPart = Object.entries(BY_SESSION).map(([name, methods]) => {
      const part: object = rest[name as keyof typeof rest];
      return [name, this.#part(name, part, methods, own[name] ?? {})] as const;
    });
    return {
      ...(Object.fromEntries(byPart) as Omit<RoutedParts, "turns" | "interactions">),
      turns: this.#part("turns", turns, this.#turnMethods(), {
        start: (wanted: NewTurn) => this.#start(wanted),
        get: (id: string) => this.#get(id),
        ended: (id: string) => this.#reaches(id, isOver, () => turns.ended(id)),
        settled: (id: string) =>
          this.#reaches(
            id,
            (turn) => isOver(turn) || turn.state === "awaiting",
            () => turns.settled(id),
          ),
      }),
      interactions: this.#part("interactions", interactions, this.#questionMethods(), {}),
    };
  }

  #turnMethods(): Methods {
    const find: FindSession = async ([id]) => (await this.#local.turns.get(String(id))).sessionId;
    return { changeQueued: find, queue: byId };
  }

  #questionMethods(): Methods {
    const find: FindSession = async ([id]) => (await this.#local.interactions.get(String(id))).sessionId;
    return { answerPermission: find, answerElicitation: find };
  }

  #part<Part extends object>(name: string, part: Part, methods: Methods, own: object): Part {
    const known = new Map<PropertyKey, unknown>(Object.entries(own));
    return new Proxy(part, {
      get: (target, key) => {
        const ready = known.get(key);
        if (ready !== undefined) return ready;
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        const find = typeof key === "string" ? methods[key] : undefined;
        const bound = value.bind(target) as (...args: unknown[]) => unknown;
        const method =
          find === undefined
            ? bound
            : async (...args: unknown[]) =>
                this.#call({ part: name, method: String(key), args }, await find(args), bound);
        known.set(key, method);
        return method;
      },
    });
  }

  /** Calls that need the session's folder are refused on a server that does not have it. */
  async #here(
    { part, method, args }: Omit<PeerCall, "sessionId">,
    sessionId: string | undefined,
    call: (...args: unknown[]) => unknown,
  ): Promise<unknown> {
    const { places, store } = this.#options;
    if (sessionId === undefined || !places.isAway(sessionId)) return call(...args);
    if (needsFolder(part, method)) throw folderUnavailable(await store.getSession(sessionId));
    return call(...args);
  }

  async #call(
    call: Omit<PeerCall, "sessionId">,
    sessionId: string | undefined,
    here: (...args: unknown[]) => unknown,
    isDone: () => Promise<unknown> = () => Promise.resolve(undefined),
  ): Promise<unknown> {
    const { places, clock } = this.#options;
    const untilMs = clock.now() + OWNER_WAIT_MS;
    for (;;) {
      const node = sessionId === undefined ? undefined : await places.expected(sessionId);
      if (node === undefined) return await this.#here(call, sessionId, here);
      try {
        return await this.#callOwner(node, { ...call, sessionId: sessionId ?? "" });
      } catch (error) {
        // A server that shuts down hands the session over.
        const isEnding = error instanceof ParleyError && error.code === "server_draining";
        if (!isEnding && !(error instanceof OwnerUnreachable)) throw error;
        const isUncertain = error instanceof OwnerUnreachable && error.isUncertain;
        const isLast = clock.now() >= untilMs || (isUncertain && ONCE.has(call.method));
        const done = await isDone();
        if (done !== undefined) return done;
        const isOutdated = sessionId !== undefined && places.forget(sessionId);
        if (isLast && isEnding) throw error;
        if (isLast) throw new ParleyError({ code: "connection_failed", message: error.message, cause: error });
        // Where it is now may not have been looked for yet.
        if (!isOutdated) await new Promise((resolve) => setTimeout(resolve, OWNER_RETRY_MS));
      }
    }
  }

  /** A paused server does not answer: this one waits for it as long as its lease lasts. */
  async #callOwner(node: StoreNode, call: PeerCall): Promise<unknown> {
    const gone = new AbortController();
    const check = async (): Promise<void> => {
      // While the database cannot be reached, no other server can have the session.
      if (!(await this.#options.places.isAlive(node.id).catch(() => true))) gone.abort();
    };
    const timer = setInterval(() => void check(), OWNER_CHECK_MS);
    try {
      return await this.#options.peers.call(node, call, gone.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /** Reading needs no owner. */
  async #getSession(id: string): Promise<HubSession> {
    const { live, store, show } = this.#options;
    if (live.isOwned(id)) return this.#local.sessions.get(id);
    const found = await store.nodes?.readSession(id);
    // If there is none, this says so.
    return found === undefined ? this.#local.sessions.get(id) : show(found.row, found.state);
  }

  async #get(id: string): Promise<Turn> {
    const { watch } = this.#options;
    const known = watch.latest(id);
    if (known !== undefined) return known;
    const turn = await this.#local.turns.get(id);
    watch.read(turn);
    return turn;
  }

  /** With an id, so that a second attempt finds what the first one stored. */
  async #start(wanted: NewTurn): Promise<Turn> {
    const { store, live, watch, clock } = this.#options;
    const given = { ...wanted, id: wanted.id ?? createId(clock) };
    const { turns } = this.#local;
    const call = { part: "turns", method: "start", args: [given] };
    const here = (): Promise<Turn> => turns.start(given);
    const isDone = (): Promise<Turn | undefined> => store.getTurn(given.id);
    const start = async (): Promise<Turn> => (await this.#call(call, wanted.sessionId, here, isDone)) as Turn;
    return live.isOwned(wanted.sessionId) ? start() : watch.starting(given.id, start);
  }

  /** A turn that another server runs is seen in the store; its events are delivered here before its end. */
  async #reaches(id: string, fits: (turn: Turn) => boolean, here: () => Promise<Turn>): Promise<Turn> {
    const { live, store, isOpen } = this.#options;
    const known = await this.#get(id);
    // One that this server has just taken over is known here only when it is continued or ended.
    if (live.isOwned(known.sessionId) && isOpen(id)) return here();
    const queue: Turn[] = [];
    let wake: (() => void) | undefined;
    const stop = this.#local.turns.onChange((turn) => {
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
