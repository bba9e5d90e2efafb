// What the person has seen of each session, remembered by the editor for all its windows.
import { withReadMark, type ReadMarks } from "@parley/surface";
import type * as vscode from "vscode";

const KEY = "acp.read";

export class SeenSessions {
  readonly #memory: vscode.Memento;
  readonly #listeners = new Set<() => void>();
  #marks: ReadMarks;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#marks = memory.get<ReadMarks>(KEY) ?? { since: new Date().toISOString(), seen: {} };
  }

  get marks(): ReadMarks {
    return this.#marks;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  mark(sessionId: string, seq: number): void {
    const next = withReadMark(this.#marks, sessionId, seq);
    if (next === this.#marks) return;
    this.#marks = next;
    void this.#memory.update(KEY, next);
    for (const listener of this.#listeners) listener();
  }
}
