// Messages that the other side has actually sent and the replay has not reached yet.
import { parseJson, isObject } from "@parley/base";
import { canonicalMethod } from "@parley/acp";
import { fieldsOf, type Fields } from "../conversation.ts";
import { REPLAY_QUEUE_MAX } from "../../limits.ts";

export interface LiveCall {
  /** Undefined for a notification. */
  readonly id: unknown;
  readonly method: string;
  readonly params: Fields;
}

export interface LiveAnswer {
  readonly result: unknown;
  readonly error: unknown;
}

export class LiveWire {
  readonly requests: LiveCall[] = [];
  readonly notifications: LiveCall[] = [];
  readonly answers = new Map<string, LiveAnswer>();
  isOver = false;
  #changed: (() => void)[] = [];

  /** False if it is not a message. */
  receive(line: string): boolean {
    let message: unknown;
    try {
      message = parseJson(line);
    } catch {
      return false; // Reported by the result.
    }
    if (!isObject(message)) return false;
    const { id, method, params, result, error } = message;
    if (typeof method === "string") {
      const list = "id" in message ? this.requests : this.notifications;
      // The oldest ones are least likely to be needed.
      if (list.length >= REPLAY_QUEUE_MAX) list.shift();
      list.push({ id, method: canonicalMethod(method), params: fieldsOf(params) });
    } else this.answers.set(keyOf(id), { result, error });
    this.#tell();
    return true;
  }

  end(): void {
    this.isOver = true;
    this.#tell();
  }

  /** The first one of this method, and of this session if there is one. */
  takeRequest(method: string, sessionId: string | undefined): LiveCall | undefined {
    return take(this.requests, method, sessionId);
  }

  takeNotification(method: string, sessionId: string | undefined): LiveCall | undefined {
    return take(this.notifications, method, sessionId);
  }

  takeAnswer(id: unknown): LiveAnswer | undefined {
    const answer = this.answers.get(keyOf(id));
    this.answers.delete(keyOf(id));
    return answer;
  }

  hasAnswer(id: unknown): boolean {
    return this.answers.has(keyOf(id));
  }

  /** Resolves with the next message, or on timeout. */
  async change(withinMs?: number): Promise<void> {
    if (this.isOver) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#changed.push(resolve);
      if (withinMs !== undefined) timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
  }

  #tell(): void {
    for (const resolve of this.#changed.splice(0)) resolve();
  }
}

function take(calls: LiveCall[], method: string, sessionId: string | undefined): LiveCall | undefined {
  const isSame = (call: LiveCall): boolean => call.method === method;
  const inSession = calls.findIndex((call) => isSame(call) && call.params["sessionId"] === sessionId);
  const index = inSession === -1 ? calls.findIndex(isSame) : inSession;
  return index === -1 ? undefined : calls.splice(index, 1)[0];
}

/** A number and a string are different ids. */
function keyOf(id: unknown): string {
  return `${typeof id} ${String(id)}`;
}
