// What can be done with a session as a whole: one table for its menu and the command palette.
import type { NativeSession } from "@parley/contract";
import type { Remote } from "@parley/remote";
import { dialogs } from "../state/dialogs.ts";
import { notices } from "../state/notices.ts";
import { sessionPath } from "../state/routes.ts";

export interface ActionContext {
  readonly remote: Remote;
  readonly session: NativeSession;
  readonly navigate: (path: string) => void;
}

export interface SessionAction {
  readonly id: string;
  readonly title: string;
  /** Offered always unless given. */
  readonly isOffered?: (session: NativeSession) => boolean;
  readonly run: (context: ActionContext) => void;
}

const isWorking = ({ status }: NativeSession): boolean => status !== "idle";
const hasTurns = ({ turns }: NativeSession): boolean => turns > 0;

export const SESSION_ACTIONS: readonly SessionAction[] = [
  {
    id: "stop",
    title: "Stop the turn",
    isOffered: isWorking,
    run: ({ remote, session: { id } }) =>
      notices.guard("Could not stop the turn", remote.request("sessions/cancel", { id })),
  },
  {
    id: "rename",
    title: "Rename…",
    run: ({ session: { id } }) => dialogs.open({ name: "rename", sessionId: id }),
  },
  {
    id: "handover",
    title: "Hand over to another agent…",
    run: ({ session: { id } }) => dialogs.open({ name: "handover", sessionId: id }),
  },
  {
    id: "fork",
    title: "Fork",
    isOffered: hasTurns,
    run: ({ remote, session: { id }, navigate }) => forkSession(remote, { id }, navigate),
  },
  {
    id: "rewind",
    title: "Rewind…",
    isOffered: hasTurns,
    run: ({ session: { id } }) => dialogs.open({ name: "rewind", sessionId: id }),
  },
  {
    id: "export",
    title: "Export",
    run: ({ session: { id } }) => {
      const link = document.createElement("a");
      link.href = `/sessions/${encodeURIComponent(id)}/export`;
      link.download = "";
      link.click();
    },
  },
  {
    id: "delete",
    title: "Delete…",
    run: ({ session: { id } }) => dialogs.open({ name: "delete", sessionId: id }),
  },
];

/** Without `atSeq`, as the session is now. */
export function forkSession(
  remote: Remote,
  { id, atSeq }: { readonly id: string; readonly atSeq?: number | undefined },
  navigate: (path: string) => void,
): void {
  const fork = async (): Promise<void> => {
    const forked = await remote.request("sessions/fork", { id, ...(atSeq !== undefined && { at_seq: atSeq }) });
    navigate(sessionPath(forked.id));
  };
  notices.guard("Could not fork the session", fork());
}
