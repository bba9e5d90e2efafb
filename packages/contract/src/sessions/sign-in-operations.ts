// Operations on the process of a session's agent: sign in, sign out, restart.
import { defineOperations } from "../operation.ts";
import { signInSchema, signInsReplySchema } from "./sign-in-schemas.ts";

const tag = "Sessions";
const ABOUT_PROCESS = "Starts the agent if it is not running, also if it refuses sessions before a sign-in.";
const ABOUT_RESTART =
  "Refused while another session runs a turn in the same process. The sessions of the process continue afterwards.";

export const sessionAgentOperations = defineOperations({
  "sessions/signIns": {
    method: "get",
    path: "/sessions/{id}/sign-ins",
    scope: "admin",
    tag,
    summary: "How to sign in to a session's agent",
    description: ABOUT_PROCESS,
    reply: { description: "The methods of the agent.", schema: signInsReplySchema },
    errors: [404, 501, 502],
  },
  "sessions/signIn": {
    method: "post",
    path: "/sessions/{id}/sign-in",
    scope: "admin",
    tag,
    summary: "Sign in to a session's agent",
    description: `${ABOUT_PROCESS} Answered when the agent has signed in. With values, the agent is restarted with these variables, which are kept in memory only. ${ABOUT_RESTART}`,
    body: signInSchema,
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
