// Schemas of signing in to an agent.
import { z } from "zod";

const signInMethodSchema = z.looseObject({
  type: z
    .enum(["agent", "terminal", "variables"])
    .describe("The agent does everything; a command to run in a terminal before a restart; variables to send."),
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  command: z.string().optional().describe("Of the type terminal, with `args` and `env`."),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  variables: z
    .array(z.looseObject({ name: z.string(), label: z.string(), is_secret: z.boolean(), is_optional: z.boolean() }))
    .optional(),
  link: z.string().optional().describe("Where the variables can be had."),
});

export const signInsReplySchema = z.object({ sign_ins: z.array(signInMethodSchema) });

export const signInSchema = z.looseObject({
  method_id: z.string().min(1),
  values: z.record(z.string(), z.string()).optional().describe("Values of the method's variables, by name."),
});
