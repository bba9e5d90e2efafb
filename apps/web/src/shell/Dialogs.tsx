// The dialog that is open.
import { useView } from "@parley/chat-ui";
import { dialogs } from "../state/dialogs.ts";
import { NewSession } from "./NewSession.tsx";

export function Dialogs() {
  const open = useView(dialogs, ({ current }) => current);
  if (open?.name === "new-session") return <NewSession agent={open.agent} folder={open.folder} />;
  return null;
}
