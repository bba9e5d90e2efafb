// Operations on the process of a session's agent: sign in, sign out, restart.
import { z } from "zod";
import { defineOperations } from "../operation.ts";

const tag = "Sessions";
const ABOUT_PROCESS = "Starts the agent if it is not running, also if it refuses sessions before a sign-in.";
const ABOUT_RESTART =
  "Refused while another session runs a turn in the same process. The sessions of the process continue afterwards.";

const signInSchema = z.looseObject({
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

export const sessionAgentOperations = defineOperations({
  "sessions/signIns": {
    method: "get",
    path: "/sessions/{id}/sign-ins",
    scope: "admin",
    tag,
    summary: "How to sign in to a session's agent",
    description: ABOUT_PROCESS,
    reply: { description: "The methods of the agent.", schema: z.object({ sign_ins: z.array(signInSchema) }) },
    errors: [404, 501, 502],
  },
  "sessions/signIn": {
    method: "post",
    path: "/sessions/{id}/sign-in",
    scope: "admin",
    tag,
    summary: "Sign in to a session's agent",
    description: `${ABOUT_PROCESS} Answered when the agent has signed in. With values, the agent is restarted with these variables, which are kept in memory only. ${ABOUT_RESTART}`,
    body: z.looseObject({
      method_id: z.string().min(1),
      values: z.record(z.string(), z.string()).optional().describe("Values of the method's variables, by name."),
    }),
    example: { method_id: "api-key", values: { API_KEY: "…" } },
    reply: { status: 204, description: "Signed in." },
    errors: [404, 409, 501, 502],
  },
  "sessions/signOut": {
    method: "post",
    path: "/sessions/{id}/sign-out",
    scope: "admin",
    tag,
    summary: "Sign out of a session's agent",
    description: ABOUT_RESTART,
    reply: { status: 204, description: "Signed out." },
    errors: [404, 409, 501, 502],
  },
  "sessions/restartAgent": {
    method: "post",
    path: "/sessions/{id}/restart",
    scope: "drive",
    tag,
    summary: "Restart a session's agent",
    description: `The session continues; its running turn fails. ${ABOUT_RESTART}`,
    reply: { status: 204, description: "The agent was restarted." },
    errors: [404, 409, 501, 502],
  },
});
