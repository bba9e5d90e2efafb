// A way to sign in to an agent, as the native API shows it.
import { isUnknown } from "@parley/acp";
import type { Reply } from "@parley/contract";
import type { Hub } from "@parley/hub";

type SignIn = Awaited<ReturnType<Hub["sessions"]["agent"]["signIns"]>>[number];
type NativeSignIn = Reply<"sessions/signIns">["sign_ins"][number];

export function toNativeSignIn(signIn: SignIn): NativeSignIn {
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
