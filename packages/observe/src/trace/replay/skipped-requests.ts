// What of a recording does not happen this time: requests that did not come, and everything that belongs to them.
import type { PlacedFrame } from "../conversation.ts";

export class SkippedRequests {
  /** Lines of recorded requests, of either side. */
  readonly #lines = new Set<number>();
  /** Sessions, by recorded id, in the middle of something that does not happen: by the line of its request. */
  readonly #silent = new Map<string, number>();

  /** A request that did not come; until its answer, nothing of its session is played. */
  leave({ frame, sessionId }: PlacedFrame): void {
    this.#lines.add(frame.line);
    if (sessionId !== undefined && !this.#silent.has(sessionId)) this.#silent.set(sessionId, frame.line);
  }

  has(line: number): boolean {
    return this.#lines.has(line);
  }

  isSilent(sessionId: string | undefined): boolean {
    return sessionId !== undefined && this.#silent.has(sessionId);
  }

  /** Whether a frame of ours belongs to what is left out; a request of ours then is left out itself. */
  takes({ kind, request, sessionId, frame }: PlacedFrame): boolean {
    if (kind === "response") return request !== undefined && this.#takesAnswer(request.line);
    if (!this.isSilent(sessionId)) return false;
    if (kind === "request") this.#lines.add(frame.line);
    return true;
  }

  #takesAnswer(line: number): boolean {
    if (!this.#lines.has(line)) return false;
    for (const [sessionId, since] of this.#silent) if (since === line) this.#silent.delete(sessionId);
    return true;
  }
}
