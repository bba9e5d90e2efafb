// What a terminal of a tool call has written so far.
import { t } from "@parley/base";
import { Output } from "../../output/Output.tsx";
import { useView } from "../../state/use-view.ts";
import { useConversation } from "../conversation-context.ts";

export function TerminalOutput({ terminalId, command }: { readonly terminalId: string; readonly command: string }) {
  const { view } = useConversation();
  const terminal = useView(view, (all) => all.terminal(terminalId));
  if (terminal === undefined)
    return <p className="tool-details-note">{t("The output of this command is no longer available.")}</p>;
  return (
    <Output
      command={terminal.command ?? command}
      text={terminal.output}
      isTrimmed={terminal.trimmedBytes > 0}
      exit={terminal.exit ?? undefined}
    />
  );
}
