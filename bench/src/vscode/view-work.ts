// What the benchmark has the webview of a chat do.

export interface ViewWork {
  /** Resolves when the conversation has not grown for several frames. */
  settle(): Promise<void>;
  /** Resolves when the last answer, with this text, was painted in sight: with the time, in milliseconds since 1970. */
  whenShown(text: string): Promise<number>;
}
