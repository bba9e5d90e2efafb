// tool.mjs with its types: it runs as it is, because an agent starts a server with a Node that may be too old for types.

export interface ToolMessage {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: unknown;
}

interface ToolModule {
  /** `word`: what only the server knows. The answer is undefined for a notification. */
  createAnswer(toolName: string, word: string | undefined): (message: ToolMessage) => object | undefined;
}

export const tool = (await import(new URL("tool.mjs", import.meta.url).href)) as ToolModule;
