// Schemas of messages and their parts.
import { isBase64 } from "@parley/base";
import { z } from "zod";
import { declared } from "../fields.ts";
import { CONTENT_PARTS_MAX } from "../limits.ts";

/** goose's other types of message parts. An agent gets them as text. */
const OTHER_TYPES = [
  "actionRequired",
  "contextLengthExceeded",
  "conversationCompacted",
  "frontendToolRequest",
  "reasoning",
  "redactedThinking",
  "summarizationRequested",
  "systemNotification",
  "thinking",
  "toolConfirmationRequest",
  "toolRequest",
  "toolResponse",
] as const;

const contentSchema = z
  .looseObject({
    type: z
      .enum(["text", "image", ...OTHER_TYPES])
      .describe("text, image, thinking, toolRequest, toolResponse, actionRequired, …"),
  })
  .check(({ value, issues }) => {
    const { type, text, data, mimeType } = value;
    const refuse = (field: string, message: string): void =>
      void issues.push({ code: "custom", path: [field], message, input: value });
    if (type === "text" && typeof text !== "string") refuse("text", "must be a string");
    if (type !== "image") return;
    if (typeof data !== "string" || data === "") refuse("data", "is required: the image in base64");
    else if (!isBase64(data)) refuse("data", "is not base64");
    if (typeof mimeType !== "string" || mimeType === "") refuse("mimeType", "is required, like image/png");
  })
  .meta({
    id: "MessageContent",
    description:
      "A part of a message. `acp` holds the Agent Client Protocol data that has no other field, so that nothing is lost when a part is sent back unchanged.",
    example: { type: "text", text: "say hello" },
  });

export const messageSchema = z
  .looseObject({
    id: z.string().optional(),
    role: z.enum(["user", "assistant"]),
    created: z.number().optional().describe("Unix time in seconds."),
    content: z.array(contentSchema).min(1).max(CONTENT_PARTS_MAX),
    metadata: z.looseObject({}).optional(),
  })
  .meta({
    id: "Message",
    example: { role: "user", created: 1_763_000_000, content: [{ type: "text", text: "say hello" }] },
  });

/** A prompt: a message or plain text. */
export const userMessageSchema = z.union([z.string().min(1), messageSchema]).meta({
  description: "A message or plain text.",
});

/** A message sent by a client. */
export type GivenMessage = z.infer<typeof messageSchema>;
export type UserMessage = z.infer<typeof userMessageSchema>;

export interface NativeContent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A message in a reply of the server. */
export interface NativeMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  /** Seconds since the epoch. */
  readonly created: number;
  readonly content: readonly NativeContent[];
  readonly metadata: { readonly userVisible: boolean; readonly agentVisible: boolean };
}

export const shownMessageSchema = declared<NativeMessage>(messageSchema);

export const tokenStateSchema = z
  .looseObject({
    inputTokens: z.number(),
    outputTokens: z.number(),
    totalTokens: z.number(),
    accumulatedInputTokens: z.number().optional(),
    accumulatedOutputTokens: z.number().optional(),
    accumulatedTotalTokens: z.number().optional(),
  })
  .meta({ id: "TokenState", description: "Tokens of the last turn and, if known, of all turns." });
