// `parley editor-tools`: the MCP endpoint of a session's editor on stdin and stdout, for agents that only start programs.
import { EDITOR_TOKEN_VARIABLE, EDITOR_URL_VARIABLE, isObject, ParleyError } from "@parley/base";
import { createNdjsonTransport, ErrorCodes, type Message, type Transport } from "@parley/rpc";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../command.ts";
import { ExitCodes } from "../exit-codes.ts";
import { EDITOR_CALLS_MAX, EDITOR_STREAM_LINE_CHARS_MAX, EDITOR_STREAM_RETRY_MS } from "../limits.ts";
import type { editorToolsUsage } from "../usage/editor-tools.ts";

export const run: Run<typeof editorToolsUsage> = async () => {
  const place = { url: readVariable(EDITOR_URL_VARIABLE), token: readVariable(EDITOR_TOKEN_VARIABLE) };
  const transport = createNdjsonTransport(process.stdin, process.stdout);
  const over = new AbortController();
  let calls = 0;
  const take = async (message: unknown): Promise<void> => {
    if (isObject(message) && message["method"] === INITIALIZED) void passChanges(place, transport, over.signal);
    if (calls >= EDITOR_CALLS_MAX) return refuse(transport, message, `${EDITOR_CALLS_MAX} calls are already waiting`);
    calls += 1;
    try {
      const answer = await send(place, message, over.signal);
      if (answer !== undefined) transport.send(answer);
    } catch (error) {
      if (!over.signal.aborted) refuse(transport, message, describe(error));
    } finally {
      calls -= 1;
    }
  };
  await new Promise<void>((resolve) =>
    transport.open({
      message: (message) => void take(message),
      malformed: () => refuse(transport, { id: null }, "The message is not JSON", ErrorCodes.parseError),
      closed: () => resolve(),
    }),
  );
  over.abort();
  return ExitCodes.endTurn;
};

const INITIALIZED = "notifications/initialized";

/**
 * Listens for the server's messages that its tools have changed. Retries while the server is unavailable. Never
 * rejects.
 */
async function passChanges(place: Endpoint, transport: Transport, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const message of readStream(place, signal)) transport.send(message);
    } catch {
      // The agent's next call reports the problem.
    }
    await sleep(EDITOR_STREAM_RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

async function* readStream({ url, token }: Endpoint, signal: AbortSignal): AsyncGenerator<Message, void, undefined> {
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  const { ok, body } = await fetch(url, { headers, signal });
  if (!ok || body === null) return;
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const lines = text.split("\n");
    text = (lines.pop() ?? "").slice(0, EDITOR_STREAM_LINE_CHARS_MAX);
    for (const line of lines) if (line.startsWith("data:")) yield JSON.parse(line.slice("data:".length)) as Message;
  }
}

interface Endpoint {
  readonly url: string;
  readonly token: string;
}

/** Undefined if the message needs no answer. */
async function send({ url, token }: Endpoint, message: unknown, signal: AbortSignal): Promise<Message | undefined> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(message), signal });
  const text = await response.text();
  if (response.status === 202) return undefined;
  if (!response.ok) throw new Error(`The server answered with ${response.status}: ${text}`);
  return JSON.parse(text) as Message;
}

/** A notification is not answered. */
function refuse(transport: Transport, message: unknown, why: string, code: number = ErrorCodes.internalError): void {
  const id = isObject(message) ? message["id"] : undefined;
  if (typeof id !== "string" && typeof id !== "number" && id !== null) return;
  transport.send({ jsonrpc: "2.0", id, error: { code, message: why } });
}

function describe(error: unknown): string {
  return error instanceof Error ? `The editor's tools cannot be reached: ${error.message}` : String(error);
}

function readVariable(name: string): string {
  const value = process.env[name] ?? "";
  if (value !== "") return value;
  const message = `${name} is not set. A server sets it when it starts this command for an agent`;
  throw new ParleyError({ code: "usage", message });
}
