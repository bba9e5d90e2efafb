// Odd permission requests, all seen in the wild.
import type { Lie, LyingTurn } from "../lie.ts";

interface Option {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

export const permissionLies = {
  "permission-for-unannounced-call": {
    about: "asks permission for a tool call that it never announced",
    midTurn: (turn) => ask(turn, [option("yes", "Allow", "allow_once"), option("no", "Reject", "reject_once")]),
  },
  "permission-with-twin-kinds": {
    about: "offers two options of the same kind",
    midTurn: (turn) =>
      ask(turn, [
        option("always-tool", "Always allow this tool", "allow_always"),
        option("always-server", "Always allow this server", "allow_always"),
      ]),
  },
  "permission-with-raw-names": {
    about: "offers options whose names are ids",
    midTurn: (turn) => ask(turn, [option("allow_once", "allow_once", "allow_once")]),
  },
  "permission-of-another-kind": {
    about: "offers an option of an unknown kind",
    midTurn: (turn) => ask(turn, [option("maybe", "Maybe", "perhaps")]),
  },
  "permission-without-options": {
    about: "offers no option at all",
    midTurn: (turn) => ask(turn, []),
  },
} satisfies Record<string, Lie>;

function option(optionId: string, name: string, kind: string): Option {
  return { optionId, name, kind };
}

async function ask({ ask: request, sessionId }: LyingTurn, options: readonly Option[]): Promise<void> {
  const toolCall = { toolCallId: "unannounced", title: "Delete everything", kind: "delete", status: "pending" };
  await request("session/request_permission", { sessionId, toolCall, options });
}
