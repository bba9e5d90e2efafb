// Asks what to do with a running turn when the user leaves the chat.
import { asInvoked } from "@parley/base";
import type { ChatActions } from "./commands/command.ts";

/** True: the chat ends now. */
export async function confirmLeave(actions: ChatActions): Promise<boolean> {
  const { host, view } = actions;
  const isShared = host.connection !== undefined;
  const leave = { id: "leave", label: "Leave it running", description: asInvoked("parley chat --continue shows it") };
  const about = isShared ? undefined : "without a server it ends with this chat";
  const choices = [
    ...(isShared ? [leave] : []),
    { id: "stop", label: "Stop it and quit", description: about },
    { id: "stay", label: "Stay" },
  ];
  const items = choices.map((choice, index) => ({ ...choice, key: String(index + 1) }));
  const chosen = await actions.pick("A turn is running.", items);
  if (chosen === "stop") await actions.during("Stopping the turn", () => view.cancel());
  return chosen === "leave" || chosen === "stop";
}
