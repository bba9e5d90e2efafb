// A model request in one shape, whichever wire it came by.

export interface OfferedTool {
  readonly name: string;
  /** Its JSON Schema; undefined for a tool that takes plain text. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** Where a wire groups its tools: the group, which a call has to name too. */
  readonly namespace?: string | undefined;
}

export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thought"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string | undefined; readonly data: string }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: "result"; readonly callId: string; readonly text: string; readonly images: number }
  | { readonly type: "other"; readonly kind: string };

/** Tool results are the user's, as on most wires. */
export interface ChatMessage {
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
}

export interface Conversation {
  readonly model: string;
  readonly stream: boolean;
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly OfferedTool[];
  /** The answer has to be JSON of this schema; `{}` if any JSON will do. */
  readonly outputSchema?: unknown;
  readonly outputTokensMax?: number | undefined;
}

export function textOf(message: ChatMessage): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** Everything readable in it, to search for what should have reached the model. */
export function fullTextOf({ system, messages }: Conversation): string {
  const texts = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === "call") return [JSON.stringify(part.input)];
      return "text" in part ? [part.text] : [];
    }),
  );
  return [system, ...texts].join("\n");
}

/** What the tools gave back, in order. */
export function resultsOf({ messages }: Conversation): Extract<Part, { type: "result" }>[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === "result"));
}

export function imagesOf({ messages }: Conversation): Extract<Part, { type: "image" }>[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === "image"));
}
