// Schemas of the usage of turns.
import { z, type ZodType } from "zod";

const KEYS = ["day", "agent", "model", "folder"] as const;
type UsageKey = (typeof KEYS)[number];

const day = z.iso.date("must be a day like 2026-11-30");

/** `day,agent` in a URL; a list in a message. */
const by: ZodType<UsageKey[], string | readonly UsageKey[]> = z.preprocess(
  (value) =>
    typeof value === "string"
      ? value
          .split(",")
          .map((word) => word.trim())
          .filter(Boolean)
      : value,
  z.array(z.enum(KEYS, `must be some of ${KEYS.join(", ")}`)).max(KEYS.length),
);

export const usageQuerySchema = z.object({
  from: day.optional().describe("First day, in the time zone of the server."),
  to: day.optional().describe("Last day."),
  by: by.optional().describe("One row for each day, agent, model or folder: any of them, with commas (default: day)."),
});

const sums = {
  turns: z.number().int().describe("Turns that ended, also failed and cancelled ones."),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  thought_tokens: z.number().int(),
  cached_read_tokens: z.number().int(),
  cached_write_tokens: z.number().int(),
  total_tokens: z.number().int(),
  turn_ms: z
    .number()
    .int()
    .describe("Milliseconds from the start of each turn to its end, waiting for answers included."),
  costs: z
    .array(z.object({ amount: z.number(), currency: z.string() }))
    .describe("One for each currency; empty if no agent reported a cost."),
};

export const usageReplySchema = z.looseObject({
  rows: z
    .array(
      z.looseObject({
        day: z.string().optional(),
        agent: z.string().optional(),
        model: z.string().optional().describe("Empty if the agent names none."),
        folder: z.string().optional(),
        ...sums,
      }),
    )
    .describe("The latest day first, then the most tokens."),
  total: z.looseObject(sums),
  is_cut: z.boolean().describe("True if there are more rows; ask for fewer days."),
});
