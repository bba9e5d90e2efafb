// The process of a session's agent: sign in, sign out, restart.
import { isUnknown } from "@parley/acp";
import type { Reply } from "@parley/contract";
import type { Hub } from "@parley/hub";
import { defineHandlers } from "../handler.ts";

export const sessionAgentHandlers = defineHandlers({
  "sessions/signIns": async ({ id }, { hub }) => ({ sign_ins: (await hub.sessions.agent.signIns(id)).map(toNative) }),
  "sessions/signIn": ({ id, method_id: methodId, values }, { hub }) => hub.sessions.agent.signIn(id, methodId, values),
  "sessions/signOut": ({ id }, { hub }) => hub.sessions.agent.signOut(id),
  "sessions/restartAgent": ({ id }, { hub }) => hub.sessions.agent.restart(id),
});

type SignIn = Awaited<ReturnType<Hub["sessions"]["agent"]["signIns"]>>[number];
type NativeSignIn = Reply<"sessions/signIns">["sign_ins"][number];

function toNative(signIn: SignIn): NativeSignIn {
  const { type, method } = signIn;
  const { id, name, description } = isUnknown(method) ? { id: "", name: "Sign in" } : method;
  const common = { id, name, ...(typeof description === "string" && { description }) };
  switch (type) {
    case "agent":
      return { type, ...common };
    case "terminal":
      return { type, ...common, command: signIn.command, args: [...signIn.args], env: signIn.env };
    case "variables":
      return {
        type,
        ...common,
        variables: signIn.variables.map(({ isSecret, isOptional, ...variable }) => ({
          ...variable,
          is_secret: isSecret,
          is_optional: isOptional,
        })),
        ...(signIn.link !== undefined && { link: signIn.link }),
      };
  }
}
