// Asks what becomes of a running turn when the user leaves the chat.
import type { ChatActions } from "./commands/command.ts";

/** True: the chat ends now. */
export async function confirmLeave(actions: ChatActions): Promise<boolean> {
  const { host, view } = actions;
  const isShared = host.connection !== undefined;
  const items = [
    ...(isShared ? [{ id: "leave", label: "Leave it running", description: "parley chat --continue shows it" }] : []),
    {
      id: "stop",
      label: "Stop it and quit",
      description: isShared ? undefined : "without a server it ends with this chat",
    },
    { id: "stay", label: "Stay" },
  ];
  const chosen = await actions.pick("A turn is running.", items);
  if (chosen === "stop") await actions.during("Stopping the turn", () => view.cancel());
  return chosen === "leave" || chosen === "stop";
}
