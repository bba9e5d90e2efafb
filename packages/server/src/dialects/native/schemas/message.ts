// Messages and their parts, as schemas.
import { z } from "zod";
import { CONTENT_PARTS_MAX } from "../limits.ts";

const contentSchema = z
  .looseObject({
    type: z.string().min(1).describe("text, image, thinking, toolRequest, toolResponse, actionRequired, …"),
  })
  .meta({
    id: "MessageContent",
    description:
      "A part of a message. `acp` holds what the Agent Client Protocol says beyond the words of this API: whoever sends a part back unchanged loses nothing.",
    example: { type: "text", text: "say hello" },
  });

export const messageSchema = z
  .looseObject({
    id: z.string().optional(),
    role: z.enum(["user", "assistant"]),
    created: z.number().optional().describe("Seconds since the epoch."),
    content: z.array(contentSchema).min(1).max(CONTENT_PARTS_MAX),
    metadata: z.looseObject({}).optional(),
  })
  .meta({
    id: "Message",
    example: { role: "user", created: 1_763_000_000, content: [{ type: "text", text: "say hello" }] },
  });

/** A prompt: a message, or its text alone. */
export const userMessageSchema = z.union([z.string().min(1), messageSchema]).meta({
  description: "A message, or just its text.",
});

export type GivenMessage = z.infer<typeof messageSchema>;
export type UserMessage = z.infer<typeof userMessageSchema>;

export const tokenStateSchema = z
  .looseObject({
    inputTokens: z.number(),
    outputTokens: z.number(),
    totalTokens: z.number(),
    accumulatedInputTokens: z.number().optional(),
    accumulatedOutputTokens: z.number().optional(),
    accumulatedTotalTokens: z.number().optional(),
  })
  .meta({ id: "TokenState", description: "Tokens of the latest turn, and of all turns where that is known." });
