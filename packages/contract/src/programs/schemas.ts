// Schemas of the programs behind agents.
import { z } from "zod";
import { count, flag } from "../fields.ts";
import { JOB_WAIT_SECONDS_MAX, PROGRAM_NAME_CHARS_MAX, TRAFFIC_LINES_MAX } from "../limits.ts";

const remedySchema = z.looseObject({ label: z.string(), command: z.string().optional(), url: z.string().optional() });

const processSchema = z.looseObject({
  state: z.enum(["stopped", "starting", "running", "error"]),
  pid: z.number().int().optional(),
  working_dir: z.string(),
  sessions: z.number().int().describe("How many sessions it serves."),
});

const programSchema = z
  .looseObject({
    name: z.string(),
    title: z.string(),
    state: z
      .enum(["ready", "missing", "too_old", "broken", "available"])
      .describe("`available`: in the registry, and not on this machine."),
    origin: z.string().describe("`known`, `custom`, `installed` (by Parley), `own` or `registry`."),
    version: z.string().optional(),
    path: z.string().optional(),
    message: z.string().optional().describe("A problem or a warning."),
    remedy: remedySchema.optional(),
    installed_version: z.string().optional().describe("Installed by Parley, even if another one is in use."),
    latest_version: z.string().optional().describe("In the registry, if it is newer than `installed_version`."),
    description: z.string().optional(),
    sign_in: z
      .enum(["unknown", "needed", "signed_in", "not_needed"])
      .describe("`signed_in`: through this server. `not_needed`: a session opened without that."),
    processes: z.array(processSchema).describe("Its processes on this server."),
  })
  .meta({ id: "AgentProgram", description: "A program that speaks ACP: on this machine, or in the registry." });

export const catalogueQuerySchema = z.object({
  registry: flag.optional().describe("Download the registry, and list its agents as well."),
});
export const catalogueReplySchema = z.object({ programs: z.array(programSchema) });

export const addProgramSchema = z.looseObject({
  name: z
    .string()
    .max(PROGRAM_NAME_CHARS_MAX)
    .regex(/^[A-Za-z0-9][\w.-]*$/, 'must be letters, digits, ".", "_" and "-"'),
  command: z.string().min(1).describe("Name or absolute path of a program that speaks ACP."),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  title: z.string().optional(),
});
export const addedProgramSchema = z.object({ name: z.string(), is_replaced: z.boolean() });
export const removedProgramSchema = z.object({
  kept: z.array(z.string()).describe("Folders of versions that are still in use; a later change removes them."),
});

export const installProgramSchema = z.looseObject({
  kind: z.enum(["binary", "npx", "uvx"]).optional().describe("Distribution (default: the most verifiable one)."),
  ignore_scripts: z.boolean().optional().describe("Skip npm install scripts."),
});

export const jobSchema = z
  .looseObject({
    id: z.string(),
    kind: z.enum(["install", "update", "sign_in"]),
    agent: z.string(),
    state: z.enum(["running", "completed", "failed", "cancelled"]),
    created_at: z.string(),
    ended_at: z.string().optional(),
    steps: z
      .array(
        z.looseObject({
          number: z.number().int().describe("Counts from 1."),
          at: z.string(),
          type: z
            .enum(["step", "line", "download"])
            .describe("`line`: output of npm or uv, or of the agent that is signed in to."),
          text: z.string().optional(),
          received_bytes: z.number().int().optional(),
          total_bytes: z.number().int().optional(),
        }),
      )
      .describe("The latest steps; not in lists."),
    result: z
      .looseObject({
        version: z.string(),
        path: z.string(),
        is_changed: z.boolean(),
        previous_version: z.string().optional(),
        notes: z.array(z.string()),
      })
      .optional()
      .describe("Of an installation."),
    error: z
      .looseObject({ code: z.string().optional(), message: z.string(), remedy: remedySchema.optional() })
      .optional(),
  })
  .meta({ id: "AgentJob", description: "An installation or a sign-in, which takes longer than a request." });

export const jobsReplySchema = z.object({ jobs: z.array(jobSchema) });
export const jobQuerySchema = z.object({
  after: count(0).optional().describe("Only steps after this number."),
  wait_seconds: count(0, JOB_WAIT_SECONDS_MAX).optional().describe("Wait this long for such a step, or for the end."),
});

export const restartedSchema = z.object({ restarted: z.number().int().describe("Number of processes.") });
export const programLogReplySchema = z.object({
  processes: z.array(processSchema.extend({ text: z.string().describe("The end of stderr, without secrets.") })),
});
export const trafficQuerySchema = z.object({
  limit: count(1, TRAFFIC_LINES_MAX).optional().describe("Maximum number of messages (default: 500)."),
});
export const trafficReplySchema = z.object({
  lines: z.array(z.string()).describe("A header, then the messages, as `parley trace` reads them."),
});

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
