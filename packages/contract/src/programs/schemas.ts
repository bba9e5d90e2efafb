// Schemas of the programs behind agents.
import { z } from "zod";

export const programSessionsQuerySchema = z.object({
  cwd: z.string().min(1).optional().describe("Only sessions of this folder, which is absolute."),
});

export const programSessionsReplySchema = z.object({
  sessions: z.array(
    z.looseObject({
      agent_session_id: z.string().describe("The agent's id."),
      working_dir: z.string(),
      title: z.string().optional(),
      updated_at: z.string().optional().describe("As the agent writes it."),
      session_id: z.string().optional().describe("The session of this server that continues it, if there is one."),
    }),
  ),
});

export const openProgramSessionSchema = z.looseObject({
  agent_session_id: z.string().min(1),
  working_dir: z
    .string()
    .min(1)
    .optional()
    .describe("Absolute (default: the folder that the agent lists it with, otherwise the server's)."),
});
