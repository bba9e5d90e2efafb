// What the benchmark has a page do.

export interface PageWork {
  /** Through `@parley/remote` and `@parley/chat-model`, without drawing. */
  followAsPage(sessionId: string, all: number): Promise<void>;
  /** Into a reducer that copies its state per chunk, drawn by React. */
  followAsReducer(sessionId: string, all: number): Promise<void>;
  /** Resolves when the conversation has not grown for several frames. */
  settle(): Promise<void>;
  /** Scrolls the conversation up, frame by frame. */
  scroll(frames: number, px: number): Promise<void>;
}
