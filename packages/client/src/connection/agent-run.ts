// One life of an agent: a process that has answered `initialize`, its connection, and the sessions routed over it.
import {
  type ExtensionMethod,
  AUTH_REQUIRED,
  type AgentConnection,
  type AgentRequests,
  type InitializeResponse,
  type Known,
  type RequestOptions,
} from "@parley/acp";
import { ParleyError, type ErrorCode } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { AgentLaunch, AgentQuirk } from "../agent-launch.ts";
import type { AgentEnd } from "../process/agent-end.ts";
import type { AgentProcess } from "../process/agent-process.ts";
import { signInNeeded, toSignIns, type SignIn } from "./sign-ins.ts";
import type { AgentObserver } from "./agent-observer.ts";
import type { Router } from "./router.ts";

export interface AgentRunParts {
  readonly launch: AgentLaunch;
  readonly quirks: readonly AgentQuirk[];
  readonly process: AgentProcess;
  readonly connection: AgentConnection;
  readonly router: Router;
  readonly info: InitializeResponse;
  /** Settles when it is gone, whoever wanted it. */
  readonly ended: Promise<AgentEnd>;
  readonly observer?: AgentObserver | undefined;
}

/** What a request fails with when the connection is over. Why that is so, the process knows better. */
const LOST: ReadonlySet<ErrorCode> = new Set(["connection_closed", "connection_failed", "connection_overflow"]);

export class AgentRun {
  readonly launch: AgentLaunch;
  /** Faults of this agent that are worked around. */
  readonly quirks: readonly AgentQuirk[];
  readonly connection: AgentConnection;
  readonly router: Router;
  readonly info: InitializeResponse;
  readonly ended: Promise<AgentEnd>;
  readonly signIns: readonly SignIn[];
  readonly #process: AgentProcess;
  readonly #observer: AgentObserver | undefined;
  #isOver = false;
  #why: ParleyError | undefined;

  constructor({ launch, quirks, process, connection, router, info, ended, observer }: AgentRunParts) {
    this.launch = launch;
    this.quirks = quirks;
    this.connection = connection;
    this.router = router;
    this.info = info;
    this.ended = ended;
    this.signIns = toSignIns(info.authMethods ?? [], launch);
    this.#process = process;
    this.#observer = observer;
    void ended.then(() => (this.#isOver = true));
  }

  /** A signal has stopped the agent. */
  isStopped(): boolean {
    return this.#process.isStopped();
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** It is gone, or on its way. */
  get isOver(): boolean {
    return this.#isOver || this.#why !== undefined;
  }

  supports(capability: string): boolean {
    return this.connection.supports(capability);
  }

  /** As the connection's, but rejects with what the error means here: a crash, a sign-in that is needed. */
  async request<M extends keyof AgentRequests>(
    method: M,
    params: Known<AgentRequests[M]["params"]>,
    options: RequestOptions<AgentRequests[M]["result"]> = {},
  ): Promise<AgentRequests[M]["result"]> {
    try {
      return await this.connection.request(method, params, options);
    } catch (error) {
      throw await this.explain(error);
    }
  }

  /** A method of the agent's own. */
  async callExtension(method: ExtensionMethod, params: unknown): Promise<unknown> {
    try {
      return await this.connection.extRequest(method, params);
    } catch (error) {
      throw await this.explain(error);
    }
  }

  /** Tells whoever watches which session of ours it is. */
  attached(agentSessionId: string, sessionId: string): void {
    try {
      this.#observer?.attached?.(agentSessionId, sessionId);
    } catch (cause) {
      this.#observer?.failed?.(cause);
    }
  }

  /** For an error of a request: what to tell about it. */
  async explain(error: unknown): Promise<unknown> {
    if (isLost(error)) return this.#why ?? (await this.ended).error;
    if (error instanceof RpcError && error.code === AUTH_REQUIRED) {
      return signInNeeded(error, this.signIns, this.launch);
    }
    return error;
  }

  /** Closes its input, so that it may leave by itself, then ends it with everything it started. `why` is what open requests fail with. The survivors, if any. */
  async end(why: ParleyError): Promise<readonly number[]> {
    this.#why = why;
    const [survivors] = await Promise.all([this.#process.end(), this.connection.close()]);
    return survivors;
  }
}

/** The request failed because the connection is over. */
export function isLost(error: unknown): boolean {
  return error instanceof ParleyError && LOST.has(error.code);
}
