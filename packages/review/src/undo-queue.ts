// Undos that wait for the end of a running turn, because the agent may be working on the same lines.

export interface QueuedUndo {
  readonly sessionId: string;
  readonly path: string;
  /** Undefined: the whole file. */
  readonly hunk: string | undefined;
}

export class UndoQueue {
  readonly #queued: QueuedUndo[];

  /** Undos that were already waiting, for example before a window was reloaded. */
  constructor(queued: readonly QueuedUndo[] = []) {
    this.#queued = [...queued];
  }

  get all(): readonly QueuedUndo[] {
    return [...this.#queued];
  }

  get size(): number {
    return this.#queued.length;
  }

  has(undo: QueuedUndo): boolean {
    return this.#queued.some((one) => isSame(one, undo));
  }

  /** Requesting the same undo twice counts once. */
  add(undo: QueuedUndo): void {
    if (!this.has(undo)) this.#queued.push(undo);
  }

  /** False if it was not queued. */
  cancel(undo: QueuedUndo): boolean {
    const index = this.#queued.findIndex((one) => isSame(one, undo));
    if (index !== -1) this.#queued.splice(index, 1);
    return index !== -1;
  }

  /** Removes and returns those that can be done now, in order. */
  take(isReady: (undo: QueuedUndo) => boolean): readonly QueuedUndo[] {
    const taken = this.#queued.filter(isReady);
    for (const one of taken) this.cancel(one);
    return taken;
  }
}

function isSame(one: QueuedUndo, other: QueuedUndo): boolean {
  return one.sessionId === other.sessionId && one.path === other.path && one.hunk === other.hunk;
}
