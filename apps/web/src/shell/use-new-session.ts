// The fields of the dialog for a new session, and creating it.
import { toMessage, useView } from "@parley/chat-ui";
import { useState } from "react";
import { useLocation } from "wouter";
import { useServer } from "../server/page-server.ts";
import { SessionChoices } from "@parley/surface";
import { notices, reasonOf } from "../state/notices.ts";
import { useCloseDialog } from "../state/use-close-dialog.ts";
import { sessionPath } from "../state/routes.ts";
import { StoredValue } from "../state/stored-value.ts";

export interface NewSessionFields {
  /** Empty: the server's default. */
  readonly agent: string;
  /** Empty: the server's own. */
  readonly folder: string;
  readonly isWorktree: boolean;
  /** Mode and model, by the id of their list. Empty values are left to the agent. */
  readonly chosen: Readonly<Record<string, string>>;
}

/** What was chosen last, to begin with. */
const lastAgent = new StoredValue<string>({
  key: "agent",
  initial: "",
  parse: (stored) => (typeof stored === "string" ? stored : undefined),
});

export function useNewSession(first: { readonly agent?: string | undefined; readonly folder: string }) {
  const { remote, sessions, agents } = useServer();
  const [, navigate] = useLocation();
  const usable = useView(agents, (list) => list.usable);
  const [given, setFields] = useState<NewSessionFields>({
    agent: first.agent ?? lastAgent.value,
    folder: first.folder,
    isWorktree: false,
    chosen: {},
  });
  // The agent that was chosen last may have been removed since.
  const isGone = usable.length > 0 && !usable.some(({ name }) => name === given.agent);
  const fields = isGone ? { ...given, agent: "" } : given;
  const close = useCloseDialog();
  const [problem, setProblem] = useState<string>();
  /** What takes time now. */
  const [doing, setDoing] = useState<string>();
  const create = async (): Promise<void> => {
    setDoing("Creating…");
    setProblem(undefined);
    try {
      const session = await remote.request("sessions/create", toRequest(fields));
      lastAgent.set(fields.agent);
      sessions.add(session);
      // Before the first prompt can be sent, which has to find them.
      await chooseAll(new SessionChoices(remote, session.id), fields.chosen, () => setDoing("Starting the agent…"));
      close();
      navigate(sessionPath(session.id));
    } catch (cause) {
      setProblem(toMessage(cause));
      setDoing(undefined);
    }
  };
  const change = (changed: Partial<NewSessionFields>): void => setFields({ ...fields, ...changed });
  return { fields, change, problem, doing, create };
}

/** The session exists: a choice that fails is reported, and can be made again there. */
async function chooseAll(choices: SessionChoices, chosen: NewSessionFields["chosen"], onStart: () => void) {
  const made = Object.entries(chosen).filter(([, value]) => value !== "");
  if (made.length > 0) onStart();
  for (const [id, value] of made) {
    try {
      await choices.choose(id, value);
    } catch (cause) {
      notices.show(`Could not set ${id} to ${value}: ${reasonOf(cause)}`, "bad");
    }
  }
}

function toRequest({ agent, folder, isWorktree }: NewSessionFields) {
  return {
    ...(agent !== "" && { agent }),
    ...(folder.trim() !== "" && { working_dir: folder.trim() }),
    ...(isWorktree && { worktree: true }),
  };
}
