// Sends a message and follows its task to the end, even if connections break or the agent cannot stream.
import type { SendMessageRequest } from "@a2a-js/sdk";
import type { Client } from "@a2a-js/sdk/client";
import { A2AError, isJsonRpcError } from "@a2a-js/sdk/errors";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { setTimeout as sleep } from "node:timers/promises";
import { REMOTE_HELD_MS, REMOTE_POLL_MS, REMOTE_REJOIN_DELAYS_MS } from "../limits.ts";
import type { Ending, RemoteTurn } from "./remote-turn.ts";

export interface PlayOptions {
  readonly client: Client;
  readonly canStream: boolean;
  readonly turn: RemoteTurn;
  readonly request: SendMessageRequest;
  readonly signal: AbortSignal;
}

/** Rejects if the message was not accepted, or if its outcome can no longer be determined. */
export async function playRemoteTurn({ request, ...options }: PlayOptions): Promise<Ending> {
  const { client, turn, signal } = options;
  try {
    for await (const response of client.sendMessageStream(request, { signal })) {
      const ending = turn.take(response);
      if (ending !== undefined) return ending;
    }
  } catch (error) {
    // Without a task, nothing is known to run on the remote agent.
    if (turn.taskId === undefined || toAnswered(error) !== undefined || signal.aborted) throw error;
  }
  if (turn.taskId === undefined) {
    throw new ParleyError({
      code: "connection_closed",
      message: "The remote agent closed the connection without an answer",
    });
  }
  return goOn(options, turn.taskId);
}

async function goOn(options: Omit<PlayOptions, "request">, taskId: string): Promise<Ending> {
  const { canStream, signal } = options;
  let problem: unknown;
  for (let failures = 0; failures <= REMOTE_REJOIN_DELAYS_MS.length;) {
    const waitMs = failures > 0 ? (REMOTE_REJOIN_DELAYS_MS[failures - 1] ?? 0) : canStream ? 0 : REMOTE_POLL_MS;
    await sleep(waitMs, undefined, { signal });
    const sinceMs = performance.now();
    try {
      const ending = await look(options, taskId);
      if (ending !== undefined) return ending;
      // A stream that ends before the task does is treated as broken.
      failures = canStream ? failures + 1 : 0;
    } catch (error) {
      if (signal.aborted) throw error;
      problem = error;
      failures += 1;
    }
    // The connection worked for a while, so the retries start over: idle connections are cut while an agent thinks.
    if (performance.now() - sinceMs > REMOTE_HELD_MS) failures = Math.min(failures, 1);
  }
  const message = "Lost the connection to the remote agent, and reconnecting failed";
  throw new ParleyError({ code: "connection_closed", message, cause: problem });
}

async function look(
  { client, canStream, turn, signal }: Omit<PlayOptions, "request">,
  id: string,
): Promise<Ending | undefined> {
  if (canStream) {
    try {
      for await (const response of client.resubscribeTask({ tenant: "", id }, { signal })) {
        const ending = turn.take(response);
        if (ending !== undefined) return ending;
      }
      return undefined;
    } catch (error) {
      // The task has ended, or the agent cannot resume the stream: read the task instead.
      if (toAnswered(error) === undefined) throw error;
    }
  }
  return turn.takeTask(await client.getTask({ tenant: "", id }, { signal }));
}

/** The agent's own error, which the SDK wraps in a stream. Undefined if something else failed. */
export function toAnswered(error: unknown): A2AError | undefined {
  if (error instanceof A2AError) return error;
  return error instanceof Error && error.cause instanceof A2AError ? error.cause : undefined;
}

/** The turn's error: the agent's message if it answered, else the connection error. */
export function toEndingError(error: unknown): ParleyError | RpcError {
  if (error instanceof ParleyError || error instanceof RpcError) return error;
  const answered = toAnswered(error);
  if (answered !== undefined) {
    const code = isJsonRpcError(answered) ? answered.envelopeCode : ErrorCodes.internalError;
    return new RpcError(code, answered.message, undefined, error);
  }
  const why = error instanceof Error ? error.message : String(error);
  const message = `The remote agent cannot be reached: ${why}`;
  return new ParleyError({ code: "connection_failed", message, cause: error });
}
