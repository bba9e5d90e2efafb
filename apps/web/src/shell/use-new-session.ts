// The fields of the dialog for a new session, and creating it.
import { useState } from "react";
import { useLocation } from "wouter";
import { useServer } from "../server/page-server.ts";
import { useCloseDialog } from "../state/use-close-dialog.ts";
import { sessionPath } from "../state/routes.ts";
import { StoredValue } from "../state/stored-value.ts";

export interface NewSessionFields {
  /** Empty: the server's default. */
  readonly agent: string;
  /** Empty: the server's own. */
  readonly folder: string;
  readonly isWorktree: boolean;
}

/** What was chosen last, to begin with. */
const lastAgent = new StoredValue<string>({
  key: "agent",
  initial: "",
  parse: (stored) => (typeof stored === "string" ? stored : undefined),
});

export function useNewSession(given: { readonly agent?: string | undefined; readonly folder: string }) {
  const { remote, sessions } = useServer();
  const [, navigate] = useLocation();
  const [fields, setFields] = useState<NewSessionFields>({
    agent: given.agent ?? lastAgent.value,
    folder: given.folder,
    isWorktree: false,
  });
  const close = useCloseDialog();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const create = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const session = await remote.request("sessions/create", toRequest(fields));
      lastAgent.set(fields.agent);
      sessions.add(session);
      close();
      navigate(sessionPath(session.id));
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : String(cause));
      setIsBusy(false);
    }
  };
  const change = (changed: Partial<NewSessionFields>): void => setFields({ ...fields, ...changed });
  return { fields, change, problem, isBusy, create };
}

function toRequest({ agent, folder, isWorktree }: NewSessionFields) {
  return {
    ...(agent !== "" && { agent }),
    ...(folder.trim() !== "" && { working_dir: folder.trim() }),
    ...(isWorktree && { worktree: true }),
  };
}
