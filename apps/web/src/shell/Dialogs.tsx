// The dialog that is open. All but the palette are loaded when they are first opened.
import { useView } from "@parley/chat-ui";
import { lazy, Suspense, type ReactNode } from "react";
import { dialogs, type OpenDialog } from "../state/dialogs.ts";
import { CommandPalette } from "./CommandPalette.tsx";
import { KeysHelp } from "./KeysHelp.tsx";
import { NewSession } from "./NewSession.tsx";

const RenameSession = lazy(async () => ({
  default: (await import("../session/dialogs/RenameSession.tsx")).RenameSession,
}));
const DeleteSession = lazy(async () => ({
  default: (await import("../session/dialogs/DeleteSession.tsx")).DeleteSession,
}));
const EditPrompt = lazy(async () => ({ default: (await import("../session/dialogs/EditPrompt.tsx")).EditPrompt }));
const HandOver = lazy(async () => ({ default: (await import("../session/dialogs/HandOver.tsx")).HandOver }));
const RewindSession = lazy(async () => ({
  default: (await import("../session/dialogs/RewindSession.tsx")).RewindSession,
}));

export function Dialogs() {
  const open = useView(dialogs, ({ current }) => current);
  return <Suspense>{open === undefined ? null : show(open)}</Suspense>;
}

function show(open: OpenDialog): ReactNode {
  switch (open.name) {
    case "new-session":
      return <NewSession agent={open.agent} folder={open.folder} />;
    case "palette":
      return <CommandPalette />;
    case "keys":
      return <KeysHelp />;
    case "rename":
      return <RenameSession sessionId={open.sessionId} />;
    case "delete":
      return <DeleteSession sessionId={open.sessionId} />;
    case "handover":
      return <HandOver sessionId={open.sessionId} />;
    case "edit-prompt":
      return <EditPrompt sessionId={open.sessionId} prompt={open.prompt} />;
    case "rewind":
      return <RewindSession sessionId={open.sessionId} promptSeq={open.promptSeq} />;
  }
}
