// One run of an agent: a process that has answered `initialize`, its connection, and the sessions routed over it.
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
  /** Settles when the process is gone. */
  readonly ended: Promise<AgentEnd>;
  readonly observer?: AgentObserver | undefined;
}

/** Errors of requests on a closed connection. The end of the process explains them better. */
const LOST: ReadonlySet<ErrorCode> = new Set(["connection_closed", "connection_failed", "connection_overflow"]);

export class AgentRun {
  readonly launch: AgentLaunch;
  /** Faults of this agent to work around. */
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

  /** It has ended, or is ending. */
  get isOver(): boolean {
    return this.#isOver || this.#why !== undefined;
  }

  supports(capability: string): boolean {
    return this.connection.supports(capability);
  }

  /** Like the connection's `request`, but its errors explain the cause: a crash, a required sign-in. */
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

  /** An extension method of the agent. */
  async callExtension(method: ExtensionMethod, params: unknown): Promise<unknown> {
    try {
      return await this.connection.extRequest(method, params);
    } catch (error) {
      throw await this.explain(error);
    }
  }

  /** Reports to the observer which of our sessions it is. */
  attached(agentSessionId: string, sessionId: string): void {
    try {
      this.#observer?.attached?.(agentSessionId, sessionId);
    } catch (cause) {
      this.#observer?.failed?.(cause);
    }
  }

  /** The error that explains why a request failed. */
  async explain(error: unknown): Promise<unknown> {
    if (isLost(error)) return this.#why ?? (await this.ended).error;
    if (error instanceof RpcError && error.code === AUTH_REQUIRED) {
      return signInNeeded(hideInError(error, this.#process), this.signIns, this.launch);
    }
    return error instanceof RpcError ? hideInError(error, this.#process) : error;
  }

  /** Closes its input so that it can exit, then ends it and everything it started. Open requests fail with `why`. Returns the survivors. */
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

/** The agent's variables must not appear in its errors, which are stored and shown. */
export function hideInError(error: RpcError, { hide }: Pick<AgentProcess, "hide">): RpcError {
  const { code, message, data } = error;
  const details = data === undefined ? "" : JSON.stringify(data);
  const [shown, rest] = [hide(message), hide(details)];
  if (shown === message && rest === details) return error;
  return new RpcError(code, shown, rest === "" ? undefined : JSON.parse(rest));
}
