// Operations on the process of a session's agent: sign in, sign out, restart. Signing in has the same form with and
// without a session.
import { defineOperations, type Operation } from "../operation.ts";
import { signInSchema, signInsReplySchema } from "./sign-in-schemas.ts";

/** Differences between a session's agent and an agent without a session. */
interface SignInPlace<Path extends string, SignedIn extends Operation["reply"]> {
  readonly path: Path;
  readonly tag: "Sessions" | "Agents";
  /** Completes "Sign in to …". */
  readonly whose: string;
  /** Its effect on the agent's process. */
  readonly descriptions: { readonly signIns: string; readonly signIn: string; readonly signOut?: string };
  readonly signedIn: SignedIn;
  /** Further error statuses. */
  readonly errors: readonly number[];
}

/** Methods of signing in, signing in, signing out. */
export function createSignInOperations<const Path extends string, const SignedIn extends Operation["reply"]>(
  place: SignInPlace<Path, SignedIn>,
) {
  const { path, tag, whose, descriptions, signedIn, errors } = place;
  return {
    signIns: {
      method: "get",
      path: `${path}/sign-ins`,
      scope: "admin",
      tag,
      summary: `How to sign in to ${whose}`,
      description: descriptions.signIns,
      reply: { description: "The methods of the agent.", schema: signInsReplySchema },
      errors: [...errors, 404, 501, 502],
    },
    signIn: {
      method: "post",
      path: `${path}/sign-in`,
      scope: "admin",
      tag,
      summary: `Sign in to ${whose}`,
      description: descriptions.signIn,
      body: signInSchema,
      example: { method_id: "api-key", values: { API_KEY: "…" } },
      reply: signedIn,
      errors: [...errors, 404, 409, 501, 502],
    },
    signOut: {
      method: "post",
      path: `${path}/sign-out`,
      scope: "admin",
      tag,
      summary: `Sign out of ${whose}`,
      description: descriptions.signOut,
      reply: { status: 204, description: "Signed out." },
      errors: [...errors, 404, 409, 501, 502],
    },
  } as const;
}

const ABOUT_PROCESS = "Starts the agent if it is not running, also if it refuses sessions before a sign-in.";
const ABOUT_RESTART =
  "Refused while another session runs a turn in the same process. The sessions of the process continue afterwards.";

const { signIns, signIn, signOut } = createSignInOperations({
  path: "/sessions/{id}",
  tag: "Sessions",
  whose: "a session's agent",
  descriptions: {
    signIns: ABOUT_PROCESS,
    signIn: `${ABOUT_PROCESS} Answered when the agent has signed in. With values, the agent is restarted with these variables, which are kept in memory only. ${ABOUT_RESTART}`,
    signOut: ABOUT_RESTART,
  },
  signedIn: { status: 204, description: "Signed in." },
  errors: [],
});

export const sessionAgentOperations = defineOperations({
  "sessions/signIns": signIns,
  "sessions/signIn": signIn,
  "sessions/signOut": signOut,
  "sessions/restartAgent": {
    method: "post",
    path: "/sessions/{id}/restart",
    scope: "drive",
    tag: "Sessions",
    summary: "Restart a session's agent",
    description: `The session continues; its running turn fails. ${ABOUT_RESTART}`,
    reply: { status: 204, description: "The agent was restarted." },
    errors: [404, 409, 501, 502],
  },
});
