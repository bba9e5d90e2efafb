// Schemas of the server's state, and of a request to stop it.
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
    url: z.string().describe("As clients reach it, without a slash at the end."),
    command: z.string().describe("How Parley's command is invoked on the server's machine: `parley`, or `npx parley`."),
    dialects: z.array(z.string()).describe("The protocols that it speaks."),
    is_draining: z.boolean().describe("True while it shuts down: no new turn starts."),
    notice: z.string().optional().describe("For people, such as that no model is configured."),
    access: z
      .object({ name: z.string(), scopes: z.array(z.enum(["read", "drive", "admin"])) })
      .describe("What the caller may do; the name of its key, `token` for the server's own."),
    started_at: z.string().optional(),
    idle_exit_seconds: z.number().nullable().describe("The server stops after this long without use."),
    clients: z.number().describe("Open WebSockets and event streams."),
    turns: z.number().describe("Unfinished turns."),
    questions: z.number().describe("Questions that wait for an answer."),
  })
  .meta({ id: "Server" });

export const settingsReplySchema = z.looseObject({
  settings: z.array(
    z.looseObject({
      name: z.string().describe("In config.json."),
      summary: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]).optional().describe("Missing: none."),
      origin: z
        .enum(["default", "given", "workspace", "user"])
        .describe("`given`: by a flag or a variable when the server was started. Otherwise the file it stands in."),
      variable: z.string().describe("The environment variable that sets it."),
      choices: z.array(z.string()).optional().describe("The only values, where they can be listed."),
    }),
  ),
  file: z.string().optional().describe("The configuration file of the server's user."),
});

export const nodesReplySchema = z.object({
  nodes: z.array(
    z
      .looseObject({
        id: z.string().describe("Another one after each start."),
        is_self: z.boolean().describe("It is the server that answers."),
        state: z
          .enum(["starting", "running", "draining", "lost"])
          .describe("`draining`: it shuts down. `lost`: it has not renewed its lease, and others take its sessions."),
        host: z.string(),
        version: z.string().describe("Empty: of an earlier version."),
        place: z.string().optional().describe("Servers with the same place have the same folders."),
        sessions: z.number().describe("Sessions that it owns; those in memory if it has a store of its own."),
        started_at: z.string(),
        seen_at: z.string().optional().describe("When it last renewed its lease. Missing if it shares no database."),
        silent_ms: z.number().optional().describe("How long ago that was."),
      })
      .meta({ id: "Node" }),
  ),
});

export const drainingSchema = z.object({ draining: z.literal(true) });

/** Strict, because a misspelled `if_idle` would stop a busy server. */
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
