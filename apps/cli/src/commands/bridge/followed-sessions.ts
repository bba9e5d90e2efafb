// The sessions of an editor, and the last event of each that it got, so that a new connection can resume there.
import { FOLLOWED_SESSIONS_MAX } from "../../limits.ts";
import { countOf, parleyMeta, textOf, type Fields, type LooseRequest } from "./wire.ts";

interface Followed {
  seq: number;
}

export class FollowedSessions {
  readonly #sessions = new Map<string, Followed>();

  /** The server will replay the history, so its events are counted from the start. */
  asked({ method, params }: LooseRequest): void {
    const id = textOf(params["sessionId"]);
    if (method === "session/load" && id !== undefined) this.#follow(id, 0);
  }

  answered({ method, params }: LooseRequest, result: Fields): void {
    const meta = parleyMeta(result);
    const lastSeq = countOf(meta["lastSeq"]) ?? 0;
    const id = textOf(result["sessionId"]) ?? textOf(params["sessionId"]);
    if (id === undefined) return;
    if (method === "session/new") this.#follow(id, 0);
    else if (method === "session/fork") this.#follow(id, lastSeq);
    else if (method === "session/resume") this.#follow(id, countOf(parleyMeta(params)["after"]) ?? lastSeq);
    else if (method === "session/load") this.#reached(id, lastSeq);
    else if (method === "session/prompt") this.#reached(id, countOf(meta["seq"]) ?? 0);
    else if (method === "session/close" || method === "session/delete") this.#sessions.delete(id);
  }

  updated(params: Fields): void {
    const id = textOf(params["sessionId"]);
    const seq = countOf(parleyMeta(params)["seq"]);
    if (id !== undefined && seq !== undefined) this.#reached(id, seq);
  }

  /** The sequence number of the last event that arrived for a session. */
  seqOf(id: string): number {
    return this.#sessions.get(id)?.seq ?? 0;
  }

  forget(id: string): void {
    this.#sessions.delete(id);
  }

  /** The parameters for resuming every session except those in `except`. */
  resumes(except: ReadonlySet<unknown>): readonly { readonly id: string; readonly params: Fields }[] {
    return [...this.#sessions]
      .filter(([id]) => !except.has(id))
      .map(([id, { seq }]) => {
        // Without a folder: the session has one, which may not be the one that the editor asked for.
        return { id, params: { sessionId: id, cwd: "", mcpServers: [], _meta: { parley: { after: seq } } } };
      });
  }

  #follow(id: string, seq: number): void {
    this.#sessions.delete(id);
    this.#sessions.set(id, { seq });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > FOLLOWED_SESSIONS_MAX && oldest !== undefined) this.#sessions.delete(oldest);
  }

  #reached(id: string, seq: number): void {
    const session = this.#sessions.get(id);
    if (session !== undefined && seq > session.seq) session.seq = seq;
  }
}
