// `!command`: runs a command in the session's folder. The log shows it to every surface, and the agent sees it with the next prompt.
import { ParleyError } from "@parley/base";
import type { ChatActions } from "./command.ts";

export async function runCommand(command: string, actions: ChatActions): Promise<void> {
  const { session, host, view } = actions;
  if (session === undefined) return actions.note("info", "The agent is not ready yet.");
  try {
    const { id: terminal } = await view.startCommand(command, () =>
      host.requests.request("terminal/run", { id: session.id, command }),
    );
    view.commandStarted(terminal);
  } catch (error) {
    if (!isRejected(error)) throw error;
  }
}

/** If the user rejected the command, its row says so; a rule that denies it has a remedy. */
function isRejected(error: unknown): boolean {
  return error instanceof ParleyError && error.code === "policy_denied" && error.remedy === undefined;
}

/** Ends the commands that were run from here. False if none is running. */
export function stopCommands(actions: ChatActions): boolean {
  const { session, host, view } = actions;
  const running = view.takeCommands();
  if (session === undefined || running.length === 0) return false;
  for (const terminal of running)
    void actions.attempt(async () => void (await host.requests.request("terminal/kill", { id: session.id, terminal })));
  return true;
}
