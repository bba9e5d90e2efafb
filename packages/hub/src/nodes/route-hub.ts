// A hub on a shared store: calls that concern a session are handled by the server that owns it.
import { ParleyError, type Clock } from "@parley/base";
import type { Hub } from "../api/hub.ts";
import type { StoreNode } from "../api/nodes.ts";
import type { HubSession } from "../api/sessions.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import type { NewTurn } from "../api/turns.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { OWNER_CHECK_MS, OWNER_RETRY_MS, OWNER_WAIT_MS } from "../node-limits.ts";
import { folderUnavailable, needsFolder } from "./folder-calls.ts";
import type { PeerClient } from "./peer-client.ts";
import { OwnerUnreachable, type PeerCall } from "./peer-messages.ts";
import { RoutedTurns } from "./routed-turns.ts";
import { runForPeer } from "./run-for-peer.ts";
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
    return { value: await this.#here({ part, method, args }, sessionId, this.#find(part, method)) };
  }

  #find(part: string, method: string): (...args: unknown[]) => unknown {
    const { turns } = this.#local;
    if (part === "turns" && method === "run") {
      return (wanted) => runForPeer({ turns, live: this.#options.live }, wanted as NewTurn);
    }
    const target = Reflect.get(this.#local, part) as object;
    return (Reflect.get(target, method) as (...args: unknown[]) => unknown).bind(target);
  }

  /** Only what `route` sends is answered, whatever a caller with the key asks for. */
  #isRouted(part: string, method: string): boolean {
    const turns = { ...this.#turnMethods(), start: byId, run: byId };
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
    const routed = new RoutedTurns(turns, this.#options, (...call) => this.#call(...call));
    return {
      ...(Object.fromEntries(byPart) as Omit<RoutedParts, "turns" | "interactions">),
      turns: this.#part("turns", turns, this.#turnMethods(), {
        start: (wanted: NewTurn) => routed.start(wanted),
        run: (wanted: NewTurn) => routed.run(wanted),
        get: (id: string) => routed.get(id),
        ended: (id: string) => routed.ended(id),
        settled: (id: string) => routed.settled(id),
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
}
