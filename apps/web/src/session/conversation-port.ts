// What a person can do from a prompt on: fork, rewind, edit and resend.
import type { ConversationPort } from "@parley/chat-ui";
import type { Remote } from "@parley/remote";
import { dialogs } from "../state/dialogs.ts";
import { openTab, isPaneOpen } from "../state/layout.ts";
import { notices } from "../state/notices.ts";
import { sessionPath } from "../state/routes.ts";
import { forkSession } from "./actions.ts";

export interface ConversationPortOptions {
  readonly remote: Remote;
  readonly sessionId: string;
  readonly navigate: (path: string) => void;
}

export function createConversationPort({ remote, sessionId, navigate }: ConversationPortOptions): ConversationPort {
  return {
    editAndResend: (prompt) => dialogs.open({ name: "edit-prompt", sessionId, prompt }),
    forkAt: ({ seq }) => forkSession(remote, { id: sessionId, atSeq: seq - 1 }, navigate),
    rewindTo: ({ seq }) => dialogs.open({ name: "rewind", sessionId, promptSeq: seq }),
    sendAgain: ({ blocks }) => notices.guard("The prompt was not sent", remote.prompt(sessionId, blocks)),
    openChanges: () => {
      openTab("changes");
      isPaneOpen.set(true);
      navigate(sessionPath(sessionId, "changes"));
    },
  };
}
