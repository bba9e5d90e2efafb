// The sign-in methods of a session's agent, from the answer of a hub.
import type { SignIn } from "@parley/client";
import type { Operations } from "@parley/contract";

type Shown = Operations["sessions/signIns"]["reply"]["sign_ins"][number];

export function readSignIns({ sign_ins: shown }: Operations["sessions/signIns"]["reply"]): readonly SignIn[] {
  return shown.map(toSignIn);
}

function toSignIn({ type, id, name, description, ...more }: Shown): SignIn {
  const method = { id, name, ...(description !== undefined && { description }) };
  const { command = "", args = [], env = {}, variables = [], link } = more;
  switch (type) {
    case "agent":
      return { type, method };
    case "terminal":
      return { type, method, command, args, env };
    case "variables":
      return {
        type,
        method,
        variables: variables.map((one) => ({ ...one, isSecret: one.is_secret, isOptional: one.is_optional })),
        ...(link !== undefined && { link }),
      };
  }
}
