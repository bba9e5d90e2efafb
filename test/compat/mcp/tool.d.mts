// The types of tool.mjs, which runs as it is: an agent starts it with a Node that may be too old for types.

export interface ToolMessage {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: unknown;
}

/** `word`: what only the server knows. Undefined for a notification. */
export function createAnswer(toolName: string, word: string | undefined): (message: ToolMessage) => object | undefined;
