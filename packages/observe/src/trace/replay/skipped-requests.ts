// Parts of a recording that do not happen in this replay: missing requests, and everything that depends on them.
import type { PlacedFrame } from "../conversation.ts";

export class SkippedRequests {
  /** Lines of recorded requests of both sides. */
  readonly #lines = new Set<number>();
  /** Sessions, by recorded id, within a skipped request, by its line. */
  readonly #silent = new Map<string, number>();

  /** A missing request; until its recorded answer, nothing of its session is played. */
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

  /** Whether our frame depends on something skipped; if it is a request, it is skipped, too. */
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
