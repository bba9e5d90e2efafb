// The editor's requests that the server has not answered: sent again over a new connection, in a form that does nothing twice.
import type { RequestId } from "@parley/rpc";
import { UNANSWERED_MAX } from "./limits.ts";
import { textOf, withParleyMeta, type Fields, type LooseRequest } from "./wire.ts";

export interface Unanswered {
  /** As it was sent to the server. */
  readonly request: LooseRequest;
  /** What the editor gets for what the server answered. */
  readonly toResult: (result: Fields) => Fields;
}

export class UnansweredRequests {
  readonly #requests = new Map<RequestId, Unanswered>();

  /** False: there are too many. */
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

  /** In the order in which they came. A history that was on its way goes on where it broke off. */
  again(seqOf: (sessionId: string) => number): readonly LooseRequest[] {
    return [...this.#requests.values()].map(({ request, toResult }) => {
      if (request.method !== "session/load") return request;
      const after = seqOf(textOf(request.params["sessionId"]) ?? "");
      const resumed = { ...request, method: "session/resume", params: withParleyMeta(request.params, { after }) };
      this.#requests.set(request.id, { request: resumed, toResult });
      return resumed;
    });
  }

  /** Sessions that are being opened: what opens them says from where on. */
  opening(): ReadonlySet<unknown> {
    return new Set([...this.#requests.values()].filter(opens).map(({ request }) => request.params["sessionId"]));
  }

  /** The prompts that wait in a session, block by block: a log shows them to whoever comes back. */
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
