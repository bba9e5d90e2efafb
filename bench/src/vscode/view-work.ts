// What the benchmark has the webview of a chat do.

export interface ViewWork {
  /** Resolves when the conversation has not grown for several frames. */
  settle(): Promise<void>;
  /** Draws that many chunks, arriving evenly, with a reducer that copies its state per chunk. */
  copyState(chunks: number, durationMs: number): Promise<void>;
}
