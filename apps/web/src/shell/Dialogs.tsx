// The dialog that is open. Each is loaded when it is first opened.
import { lazyPart, useView } from "@parley/chat-ui";
import type { ReactNode } from "react";
import { dialogs, type OpenDialog } from "../state/dialogs.ts";

const CommandPalette = lazyPart(async () => (await import("./CommandPalette.tsx")).CommandPalette);
const KeysHelp = lazyPart(async () => (await import("./KeysHelp.tsx")).KeysHelp);
const NewSession = lazyPart(async () => (await import("./NewSession.tsx")).NewSession);
const RenameSession = lazyPart(async () => (await import("../session/dialogs/RenameSession.tsx")).RenameSession);
const DeleteSession = lazyPart(async () => (await import("../session/dialogs/DeleteSession.tsx")).DeleteSession);
const EditPrompt = lazyPart(async () => (await import("../session/dialogs/EditPrompt.tsx")).EditPrompt);
const HandOver = lazyPart(async () => (await import("../session/dialogs/HandOver.tsx")).HandOver);
const RewindSession = lazyPart(async () => (await import("../session/dialogs/RewindSession.tsx")).RewindSession);

export function Dialogs() {
  const open = useView(dialogs, ({ current }) => current);
  return open === undefined ? null : show(open);
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
      return <HandOver sessionId={open.sessionId} agent={open.agent} />;
    case "edit-prompt":
      return <EditPrompt sessionId={open.sessionId} prompt={open.prompt} />;
    case "rewind":
      return <RewindSession sessionId={open.sessionId} promptSeq={open.promptSeq} />;
  }
}
