// The editor's unanswered requests, which are sent again over a new connection in a form that does not repeat any work.
import type { RequestId } from "@parley/rpc";
import { UNANSWERED_MAX } from "../../limits.ts";
import { textOf, withParleyMeta, type Fields, type LooseRequest } from "./wire.ts";

export interface Unanswered {
  /** The request as it was sent to the server. */
  readonly request: LooseRequest;
  /** Converts the server's result into the one for the editor. */
  readonly toResult: (result: Fields) => Fields;
}

export class UnansweredRequests {
  readonly #requests = new Map<RequestId, Unanswered>();

  /** False if too many requests are unanswered. */
  add(unanswered: Unanswered): boolean {
    if (this.#requests.size >= UNANSWERED_MAX) return false;
    this.#requests.set(unanswered.request.id, unanswered);
    return true;
  }

  take(id: RequestId): Unanswered | undefined {
    const found = this.#requests.get(id);
    this.#requests.delete(id);
    return found;
  }

  has(method: string): boolean {
    return [...this.#requests.values()].some(({ request }) => request.method === method);
  }

  /** Returns the requests in the order they came. A history that was interrupted continues where it stopped. */
  again(seqOf: (sessionId: string) => number): readonly LooseRequest[] {
    return [...this.#requests.values()].map(({ request, toResult }) => {
      if (request.method !== "session/load") return request;
      const after = seqOf(textOf(request.params["sessionId"]) ?? "");
      const resumed = { ...request, method: "session/resume", params: withParleyMeta(request.params, { after }) };
      this.#requests.set(request.id, { request: resumed, toResult });
      return resumed;
    });
  }

  /** Sessions that an unanswered request is opening; that request already says where to resume. */
  opening(): ReadonlySet<unknown> {
    return new Set([...this.#requests.values()].filter(opens).map(({ request }) => request.params["sessionId"]));
  }

  /** The blocks of a session's unanswered prompts, which the log replays to a client that reconnects. */
  prompts(sessionId: string): readonly unknown[] {
    return [...this.#requests.values()].flatMap(({ request: { method, params } }) => {
      const isHere = method === "session/prompt" && params["sessionId"] === sessionId;
      return isHere && Array.isArray(params["prompt"]) ? (params["prompt"] as unknown[]) : [];
    });
  }
}

function opens({ request: { method } }: Unanswered): boolean {
  return method === "session/load" || method === "session/resume";
}
