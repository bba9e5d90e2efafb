// Links a session to a remote A2A agent: prompts become messages, and tasks become turns in the log.
import { Role, type Message, type SendMessageRequest } from "@a2a-js/sdk";
import type { Client } from "@a2a-js/sdk/client";
import { TaskNotFoundError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import {
  createEventSequence,
  formatSessionEvent,
  type AvailableCommand,
  type ContentBlock,
  type EventSequence,
  type SessionEventBody,
} from "@parley/acp";
import { createId, ParleyError, type Clock } from "@parley/base";
import type { PromptOptions, SessionChoices, TurnResult } from "@parley/client";
import type { SessionLog } from "@parley/home/session-log";
import type { AgentLink } from "@parley/hub";
import { toPart } from "../dialects/a2a/parts.ts";
import { REMOTE_CANCEL_MS, REMOTE_PROMPTS_WAITING_MAX } from "../limits.ts";
import { playRemoteTurn, toAnswered, toEndingError } from "./play-remote-turn.ts";
import { RemoteTurn, type Ending } from "./remote-turn.ts";
import { Running } from "./running-turn.ts";

export interface RemoteLinkOptions {
  readonly client: Client;
  /** The agent's name for itself. */
  readonly agentName: string;
  readonly canStream: boolean;
  readonly log: SessionLog;
  readonly clock: Clock;
  /** The conversation to continue. */
  readonly contextId: string;
}

const NO_CHOICES: SessionChoices = {
  modes: [],
  modeId: undefined,
  models: [],
  modelId: undefined,
  configOptions: [],
};

export class RemoteLink implements AgentLink {
  readonly choices: SessionChoices = NO_CHOICES;
  readonly commands: readonly AvailableCommand[] = [];
  readonly #options: RemoteLinkOptions;
  readonly #sequence: EventSequence;
  #contextId: string;
  /** A task that asked a question, which the next prompt answers. */
  #openTaskId = "";
  #running: Running | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(options: RemoteLinkOptions) {
    const { log, clock, contextId } = options;
    this.#options = options;
    this.#contextId = contextId;
    this.#sequence = createEventSequence(log.sessionId, { clock, log });
  }

  /** Empty until the agent's first answer. */
  get agentSessionId(): string {
    return this.#contextId;
  }

  /** Prompts run one after the other; errors of the agent do not reject. */
  async prompt(blocks: readonly ContentBlock[], options: PromptOptions = {}): Promise<TurnResult> {
    if (this.#isClosed) throw closed();
    if (blocks.length === 0) throw new ParleyError({ code: "usage", message: "A prompt needs at least one block" });
    if (this.#waiting >= REMOTE_PROMPTS_WAITING_MAX) {
      throw new ParleyError({
        code: "limit_reached",
        message: `${REMOTE_PROMPTS_WAITING_MAX} prompts are already waiting`,
      });
    }
    this.#waiting += 1;
    const result = this.#tail.then(() => this.#run(blocks, options));
    this.#tail = result.finally(() => {
      this.#waiting -= 1;
    });
    return result;
  }

  async cancel({ force = false }: { readonly force?: boolean } = {}): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    if (!running.isCancelled) {
      running.isCancelled = true;
      // Until the agent has named the task, only the request can be cancelled.
      if (running.turn.taskId === undefined) running.settle({ stopReason: "cancelled" });
      else void this.#cancelTask(running, running.turn.taskId);
    }
    if (force) running.settle({ stopReason: "cancelled" });
    await running.ended;
  }

  setMode(): Promise<void> {
    return Promise.reject(cannot("modes"));
  }

  setModel(): Promise<void> {
    return Promise.reject(cannot("models"));
  }

  setConfigOption(): Promise<void> {
    return Promise.reject(cannot("options"));
  }

  record(body: SessionEventBody): void {
    const event = this.#sequence.next(body);
    this.#options.log.append(event, formatSessionEvent(event));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#running?.settle({ error: closed() });
    await this.#tail;
    this.#options.log.flush();
    await this.#options.log.close();
  }

  async #run(
    blocks: readonly ContentBlock[],
    { signal, preamble, continues = false, actor }: PromptOptions,
  ): Promise<TurnResult> {
    const before = (await preamble?.()) ?? [];
    if (signal?.aborted === true) return { stopReason: "cancelled" };
    if (this.#isClosed) return { error: closed() };
    if (!continues) this.record({ type: "prompt", prompt: blocks, ...(actor !== undefined && { actor }) });
    const onAbort = (): void => void this.cancel();
    signal?.addEventListener("abort", onAbort, { once: true });
    const ending = await this.#play([...before, ...blocks]);
    signal?.removeEventListener("abort", onAbort);
    if (ending.error === undefined) this.record({ type: "stop", stopReason: ending.stopReason });
    else this.record({ type: "stop", error: { code: ending.error.code, message: ending.error.message } });
    this.#options.log.flush();
    await this.#options.log.sync();
    return ending;
  }

  async #play(blocks: readonly ContentBlock[]): Promise<Ending> {
    const turn = new RemoteTurn({
      tell: (update) => this.record({ type: "update", update }),
      onContext: (contextId) => this.#meet(contextId),
    });
    const running = new Running(turn);
    this.#running = running;
    const taskId = this.#openTaskId;
    this.#sendOrSendAnew(turn, blocks, taskId, running.signal).then(
      (ending) => running.settle(ending),
      (error: unknown) => running.settle({ error: toEndingError(error) }),
    );
    const ending = await running.ended;
    this.#openTaskId = turn.isOpen ? (turn.taskId ?? "") : "";
    this.#running = undefined;
    if (!running.isCancelled || ending.error !== undefined || ending.stopReason === "cancelled") return ending;
    // The task finished before the cancellation arrived, but the user cancelled the turn, so it counts as cancelled.
    const text = `The turn was cancelled; the remote agent ended it with ${ending.stopReason}`;
    this.record({ type: "note", level: "info", text });
    return { stopReason: "cancelled" };
  }

  /** The task that asked may have ended in the meantime; the conversation continues. */
  async #sendOrSendAnew(
    turn: RemoteTurn,
    blocks: readonly ContentBlock[],
    taskId: string,
    signal: AbortSignal,
  ): Promise<Ending> {
    try {
      return await this.#send(turn, this.#toRequest(blocks, taskId), signal);
    } catch (error) {
      const answered = toAnswered(error);
      const isOver = [UnsupportedOperationError, TaskNotFoundError].some((kind) => answered instanceof kind);
      if (taskId === "" || !isOver || signal.aborted) throw error;
      return this.#send(turn, this.#toRequest(blocks, ""), signal);
    }
  }

  #send(turn: RemoteTurn, request: SendMessageRequest, signal: AbortSignal): Promise<Ending> {
    const { client, canStream } = this.#options;
    return playRemoteTurn({ client, canStream, turn, request, signal });
  }

  /** If it can no longer be cancelled, or the agent does not respond, its stream or a timeout ends the turn. */
  async #cancelTask(running: Running, id: string): Promise<void> {
    const signal = AbortSignal.any([running.signal, AbortSignal.timeout(REMOTE_CANCEL_MS)]);
    try {
      const task = await this.#options.client.cancelTask({ tenant: "", id, metadata: undefined }, { signal });
      const ending = running.signal.aborted ? undefined : running.turn.takeTask(task);
      if (ending !== undefined) running.settle(ending);
    } catch (error) {
      if (running.signal.aborted) return;
      const why = error instanceof Error ? error.message : String(error);
      this.record({ type: "note", level: "warning", text: `The remote agent did not cancel: ${why}` });
    }
  }

  #meet(contextId: string): void {
    if (contextId === this.#contextId) return;
    this.#contextId = contextId;
    this.record({
      type: "agent_started",
      agent: { name: this.#options.agentName },
      agentSessionId: contextId,
      cwd: "",
    });
  }

  #toRequest(blocks: readonly ContentBlock[], taskId: string): SendMessageRequest {
    const message: Message = {
      messageId: createId(),
      contextId: this.#contextId,
      taskId,
      role: Role.ROLE_USER,
      parts: blocks.map(toPart),
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    return { tenant: "", message, configuration: undefined, metadata: undefined };
  }
}

function cannot(what: string): ParleyError {
  return new ParleyError({ code: "capability_missing", message: `A remote agent has no ${what} to choose from` });
}

function closed(): ParleyError {
  return new ParleyError({ code: "connection_closed", message: "The conversation with the remote agent is closed" });
}
