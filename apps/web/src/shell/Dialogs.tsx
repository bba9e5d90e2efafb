// The dialog that is open. Each is loaded when it is first opened.
import { Dialog, lazyPart, NotLoaded, useView } from "@parley/chat-ui";
import type { ComponentType, ReactNode } from "react";
import { dialogs, type OpenDialog } from "../state/dialogs.ts";
import { useCloseDialog } from "../state/use-close-dialog.ts";

/** What cannot be loaded is said in a dialog too, which can be closed. */
const lazyDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazyPart(load, null, <FailedDialog />);

const CommandPalette = lazyDialog(async () => (await import("./CommandPalette.tsx")).CommandPalette);
const KeysHelp = lazyDialog(async () => (await import("./KeysHelp.tsx")).KeysHelp);
const NewSession = lazyDialog(async () => (await import("./NewSession.tsx")).NewSession);
const RenameSession = lazyDialog(async () => (await import("../session/dialogs/RenameSession.tsx")).RenameSession);
const DeleteSession = lazyDialog(async () => (await import("../session/dialogs/DeleteSession.tsx")).DeleteSession);
const EditPrompt = lazyDialog(async () => (await import("../session/dialogs/EditPrompt.tsx")).EditPrompt);
const HandOver = lazyDialog(async () => (await import("../session/dialogs/HandOver.tsx")).HandOver);
const RewindSession = lazyDialog(async () => (await import("../session/dialogs/RewindSession.tsx")).RewindSession);

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

function FailedDialog() {
  const close = useCloseDialog();
  return (
    <Dialog label="Not available" onClose={close}>
      <NotLoaded />
    </Dialog>
  );
}
