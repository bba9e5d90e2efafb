// The lifecycle of one server in a session: starting, ready, lost, reconnecting, failed.
import type { McpServer } from "@parley/acp";
import type { McpStatus, SlashCommand } from "../commands/command.ts";
import { describeFailure } from "../text/sentences.ts";
import type { Tool } from "../tools/tool.ts";
import { wait, plural } from "@parley/base";
import { settlesWithin } from "@parley/base";
import type { Connection, Lists } from "./connection.ts";
import { beforeDeadline, createDeadline } from "./deadline.ts";
import { toServerFailure, type ServerFailure } from "./failure.ts";
import {
  MCP_LIST_CHANGE_MS_MAX,
  MCP_LOSS_GRACE_MS,
  MCP_REMARKS_MAX,
  MCP_TOKENS_MAX,
  type McpLimits,
} from "../mcp-limits.ts";
import type { McpServersOptions } from "./mcp-servers.ts";
import { nameOf, ToolNames } from "./names.ts";
import type { Offer } from "./offer/create-offer.ts";
import type { ServerReach } from "./offer/server-reach.ts";
import { createRedactor, type Redactor } from "./redactor.ts";
import { LOST_ANSWER_CODE } from "./transports/oversized-answer.ts";

export interface LinkOptions extends Pick<
  McpServersOptions,
  "cwd" | "parleyHome" | "notice" | "onChange" | "sandbox" | "questions" | "log"
> {
  readonly server: McpServer;
  readonly slug: string;
  readonly roots: readonly string[];
  readonly limits: McpLimits;
}

const NOTHING: Offer = { tools: [], commands: [] };

export class ServerLink implements ServerReach {
  readonly name: string;
  readonly slug: string;
  readonly limits: McpLimits;
  /** Settles after its first success or failure. */
  readonly settled: Promise<void>;
  readonly #options: LinkOptions;
  readonly #redact: Redactor;
  /** The latest tokens of the sign-in. */
  readonly #tokens = new Set<string>();
  readonly #names: ToolNames;
  readonly #stop = new AbortController();
  readonly #life: Promise<void>;
  #settle: () => void = () => undefined;
  #state: McpStatus["state"] = "starting";
  #message: string | undefined;
  #connection: Connection | undefined;
  /** Cleanup of a lost connection. */
  #ending: Promise<void> | undefined;
  #offer: Offer = NOTHING;
  /** The lists behind the current offer, to detect changes. */
  #listed = "";
  #isStale = false;
  #refreshing: Promise<void> | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.name = nameOf(options.server) || options.slug;
    this.slug = options.slug;
    this.limits = options.limits;
    this.#redact = createRedactor(options.server, this.#tokens);
    this.#names = new ToolNames(options.slug);
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#life = this.#live().catch((error: unknown) => this.#giveUp(toServerFailure(error), 0));
  }

  get tools(): readonly Tool[] {
    return this.#offer.tools;
  }

  get commands(): readonly SlashCommand[] {
    return this.#offer.commands;
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  get status(): McpStatus {
    const { instructions } = this.#connection ?? {};
    return { name: this.name, state: this.#state, tools: this.tools.length, message: this.#message, instructions };
  }

  describe(): string {
    const why = this.#message === undefined ? "" : ` ${this.#message}`;
    if (this.#isGivenUp) return `The MCP server "${this.name}" is not available.${why}`;
    return `The MCP server "${this.name}" is disconnected.${why} Reconnecting; try again in a moment.`;
  }

  async explain(error: unknown): Promise<string> {
    const connection = this.#connection;
    if (connection !== undefined && !isRefusal(error)) await settlesWithin(connection.lost, MCP_LOSS_GRACE_MS);
    const failure = toServerFailure(error);
    const isThere = this.#state === "ready" && this.#connection === connection;
    if (isThere || this.#isGivenUp) {
      return `The MCP server "${this.name}" failed. ${this.#redact(describeFailure(failure))}`;
    }
    // Reconnecting is already in progress, so no remedy is shown.
    const what = this.#redact(describeFailure({ ...failure, remedy: undefined }));
    return `The MCP server "${this.name}" failed. ${what} Reconnecting; try again in a moment.`;
  }

  /** Never rejects. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#connection?.close(), this.#life, this.#refreshing]);
    await this.#ending;
  }

  /** Runs until it fails for good or is closed. */
  async #live(): Promise<void> {
    const { limits } = this;
    let attempts = 0;
    let wasThere = false;
    for (;;) {
      const outcome = await this.#start();
      const isConnected = "connection" in outcome;
      if (this.#isStopped) return isConnected ? outcome.connection.close() : undefined;
      if (isConnected) attempts = await this.#stayUntilLost(outcome.connection, attempts, wasThere);
      if (this.#isStopped) return;
      wasThere ||= isConnected;
      const failure = isConnected ? toServerFailure(await outcome.connection.lost) : outcome.failure;
      if (failure.needsSignIn === true) {
        if (!(await this.#awaitSignIn(failure))) return;
        attempts = 0;
        continue;
      }
      const isWorthIt = failure.outlook === "passing" || (failure.outlook === "unclear" && (wasThere || attempts > 0));
      attempts += 1;
      if (!isWorthIt || attempts > limits.reconnectAttemptsMax) return this.#giveUp(failure, attempts - 1);
      this.#become("reconnecting", this.#redact(describeFailure(failure)));
      if (isConnected) this.#warn(`disconnected. ${this.#message} Reconnecting.`);
      else if (attempts === 1) this.#warn(`is not available yet. ${this.#message} Retrying.`);
      await this.#ending;
      const delayMs = Math.min(limits.reconnectDelayMs * 2 ** (attempts - 1), limits.reconnectDelayMsMax);
      await wait(delayMs, this.#stop.signal);
      if (this.#isStopped) return;
    }
  }

  /** The session need not be reopened for this. False if the session is closed meanwhile. */
  async #awaitSignIn(failure: ServerFailure): Promise<boolean> {
    const { server, parleyHome, limits, log } = this.#options;
    this.#become("sign_in_needed", this.#redact(describeFailure(failure)));
    this.#warn(`is not available. ${this.#message}`);
    await this.#ending;
    if (parleyHome === undefined) return false;
    const { untilSignedIn } = await import("./sign-in/until-signed-in.ts");
    const { signal } = this.#stop;
    return untilSignedIn({ server, parleyHome, limits, isKnown: (token) => this.#tokens.has(token), signal, log });
  }

  #remember(token: string): void {
    this.#tokens.delete(token);
    this.#tokens.add(token);
    const [oldest] = this.#tokens;
    if (this.#tokens.size > MCP_TOKENS_MAX && oldest !== undefined) this.#tokens.delete(oldest);
  }

  get #isGivenUp(): boolean {
    return this.#state === "failed" || this.#state === "sign_in_needed";
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** One attempt, within one time limit; cleans up if it fails. */
  async #start(): Promise<{ readonly connection: Connection } | { readonly failure: ServerFailure }> {
    const { signal } = this.#stop;
    const deadline = createDeadline(this.limits.startMs);
    let connection: Connection | undefined;
    try {
      const [{ openConnection }, { createOffer }] = await Promise.all([
        import("./open-connection.ts"),
        import("./offer/create-offer.ts"),
      ]);
      const onListChange = (): void => this.#onListChange();
      const onSecret = (token: string): void => this.#remember(token);
      const open = { ...this.#options, name: this.name, deadline, signal, onListChange, onSecret };
      connection = await openConnection(open);
      const lists = await beforeDeadline(connection.list(signal), deadline, signal);
      this.#take(lists, createOffer(lists, this.#names, this));
      return { connection };
    } catch (error) {
      await connection?.close();
      return { failure: toServerFailure(error) };
    }
  }

  /** Ready until the connection is lost. After a while the number of attempts is reset. */
  async #stayUntilLost(connection: Connection, attempts: number, wasThere: boolean): Promise<number> {
    const since = performance.now();
    this.#connection = connection;
    this.#become("ready", undefined);
    if (wasThere || attempts > 0) {
      const what = wasThere ? "is back" : "is available now";
      this.#options.notice("info", `MCP server "${this.name}" ${what}, with ${plural(this.tools.length, "tool")}.`);
    }
    if (this.#isStale) this.#onListChange();
    await connection.lost;
    this.#connection = undefined;
    this.#offer = NOTHING;
    this.#listed = "";
    this.#ending = connection.close();
    return performance.now() - since >= this.limits.stableMs ? 0 : attempts;
  }

  #giveUp(failure: ServerFailure, attempts: number): void {
    this.#become("failed", this.#redact(describeFailure(failure)));
    const what = attempts === 0 ? "is not available" : `could not be reconnected (${attempts} attempts)`;
    this.#warn(`${what}. ${this.#message}`);
  }

  #warn(what: string): void {
    this.#options.notice("warning", `MCP server "${this.name}" ${what}`);
  }

  #become(state: McpStatus["state"], message: string | undefined): void {
    this.#state = state;
    this.#message = message;
    this.#settle();
    this.#options.onChange();
  }

  #take(lists: Lists, offer: Offer): void {
    this.#offer = offer;
    this.#listed = JSON.stringify(lists);
    for (const remark of lists.remarks.slice(0, MCP_REMARKS_MAX)) {
      this.#options.notice("warning", `MCP server "${this.name}": ${this.#redact(remark)}.`);
    }
  }

  #onListChange(): void {
    this.#isStale = true;
    if (this.#connection === undefined) return;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
  }

  async #refresh(): Promise<void> {
    const { signal } = this.#stop;
    const { createOffer } = await import("./offer/create-offer.ts");
    for (let waitMs = this.limits.listChangeMs; this.#isStale; waitMs = Math.min(waitMs * 2, MCP_LIST_CHANGE_MS_MAX)) {
      await wait(waitMs, signal);
      const connection = this.#connection;
      if (connection === undefined || this.#isStopped) return;
      this.#isStale = false;
      try {
        const lists = await beforeDeadline(connection.list(signal), this.limits.listMs, signal);
        if (connection !== this.#connection || JSON.stringify(lists) === this.#listed) continue;
        this.#take(lists, createOffer(lists, this.#names, this));
        this.#options.onChange();
      } catch (error) {
        if (this.#isStopped || connection !== this.#connection) return;
        const why = this.#redact(describeFailure(toServerFailure(error)));
        this.#options.log.write("warn", "refreshing the offer of an MCP server failed", {
          server: this.name,
          why,
        });
      }
    }
  }
}

/** The server responded with an error. */
function isRefusal(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "number" && code < 0 && code !== LOST_ANSWER_CODE;
}
