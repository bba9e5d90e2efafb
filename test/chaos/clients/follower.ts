// Follows a log over server-sent events, and resumes at any server after each break, as an EventSource does.
import type { LoggedEvent } from "../../e2e/serve/dialects.ts";
import { REQUEST_MS_MAX, RETRY_MS } from "../limits.ts";
import type { Random } from "../plan/random.ts";
import type { FollowRecord } from "../record.ts";
import type { ChaosNode } from "../world/chaos-node.ts";

/** Resolves after the signal to stop. */
export async function follow(
  nodes: readonly ChaosNode[],
  random: Random,
  record: FollowRecord,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      await readStream(random.pick(nodes), record, stop);
    } catch {
      // It broke: from the last event on, at another server.
    }
    if (!stop.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function readStream({ url, token }: ChaosNode, record: FollowRecord, stop: AbortSignal): Promise<void> {
  const silence = new AbortController();
  const arm = (): NodeJS.Timeout => setTimeout(() => silence.abort(), REQUEST_MS_MAX);
  let timer = arm();
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  const last = record.events.at(-1)?.seq ?? 0;
  try {
    const response = await fetch(`${url}/sessions/${record.sessionId}/events`, {
      headers: { ...headers, "last-event-id": String(last) },
      signal: AbortSignal.any([stop, silence.signal]),
    });
    if (!response.ok || response.body === null) return;
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      timer = arm();
      text += decoder.decode(chunk, { stream: true });
      const whole = text.lastIndexOf("\n\n");
      if (whole < 0) continue;
      for (const message of text.slice(0, whole).split("\n\n")) note(record, message);
      text = text.slice(whole + 2);
    }
  } finally {
    clearTimeout(timer);
  }
}

function note(record: FollowRecord, message: string): void {
  const data = message.split("\n").find((line) => line.startsWith("data: {"));
  if (data === undefined) return;
  const event = JSON.parse(data.slice("data: ".length)) as LoggedEvent;
  if (event.seq !== undefined) record.events.push(event);
}
