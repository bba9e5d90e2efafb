// The process of a session's agent: sign in, sign out, restart.
import { defineHandlers } from "../handler.ts";
import { toNativeSignIn } from "./sign-in-methods.ts";

export const sessionAgentHandlers = defineHandlers({
  "sessions/signIns": async ({ id }, { hub }) => ({
    sign_ins: (await hub.sessions.agent.signIns(id)).map(toNativeSignIn),
  }),
  "sessions/signIn": ({ id, method_id: methodId, values }, { hub }) => hub.sessions.agent.signIn(id, methodId, values),
  "sessions/signOut": ({ id }, { hub }) => hub.sessions.agent.signOut(id),
  "sessions/restartAgent": ({ id }, { hub }) => hub.sessions.agent.restart(id),
});
