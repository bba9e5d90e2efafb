// Notes in a session's log about files that an editor has: each at most once per turn.
import type { SessionScope } from "@parley/client";
import { EDITOR_NOTES_MAX } from "../limits.ts";

export class EditorNotes {
  readonly #scope: SessionScope;
  #turnId: string | undefined;
  readonly #noted = new Set<string>();

  constructor(scope: SessionScope) {
    this.#scope = scope;
  }

  /** Whether the note is new. */
  add(level: "info" | "warning", text: string): boolean {
    const { turnId } = this.#scope;
    if (turnId !== this.#turnId) this.#noted.clear();
    this.#turnId = turnId;
    if (this.#noted.has(text) || this.#noted.size >= EDITOR_NOTES_MAX) return false;
    this.#noted.add(text);
    this.#scope.record({ type: "note", level, text });
    return true;
  }
}
