// Schemas of what the server says of itself, and of a request to stop it.
import { z } from "zod";
import { STOP_GRACE_SECONDS_MAX } from "../limits.ts";

export const serverReplySchema = z
  .looseObject({
    version: z.string(),
    protocol: z.number().describe("Raised when older clients cannot work with this server."),
    pid: z.number(),
    kind: z
      .enum(["foreground", "background", "embedded"])
      .describe("`background`: started by a command for its home. `embedded`: part of another program."),
    started_at: z.string().optional(),
    idle_exit_seconds: z.number().nullable().describe("The server stops after this long without use."),
    clients: z.number().describe("Open WebSockets and event streams."),
    turns: z.number().describe("Unfinished turns."),
    questions: z.number().describe("Questions that wait for an answer."),
  })
  .meta({ id: "Server" });

/** Strict: a misspelled `if_idle` would stop a server that works. */
export const stopServerSchema = z
  .strictObject({
    grace_seconds: z
      .number()
      .min(0)
      .max(STOP_GRACE_SECONDS_MAX)
      .optional()
      .describe("How long running turns may take to finish (default: the server's own)."),
    if_idle: z.boolean().optional().describe("Leave the server running if it has unfinished turns."),
  })
  .meta({ id: "StopServer" });

export const stoppingSchema = z.object({ stopping: z.literal(true), turns: z.number().describe("Unfinished turns.") });
