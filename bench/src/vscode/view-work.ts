// What the benchmark has the webview of a chat do.

export interface ViewWork {
  /** Resolves when the conversation has not grown for several frames. */
  settle(): Promise<void>;
}
