// The sandbox of `parley proxy --sandbox`: the agent and everything it starts run in it, the proxy itself does not.
import { openLaunchSandbox } from "@parley/client/sandbox";
import { probeSandbox, type OpenSandbox } from "@parley/machine/sandbox";
import { chooseSandbox } from "../../client/choose-sandbox.ts";
import type { CommandContext } from "../../command.ts";
import { printNotice } from "../../output/print.ts";
import { agentOfCommand, nameOfCommand } from "./agent-of-command.ts";

/** Undefined if none is requested. Throws `sandbox_unavailable` before anything is started. */
export async function openProxySandbox(
  command: readonly string[],
  context: CommandContext,
): Promise<OpenSandbox | undefined> {
  const [program = ""] = command;
  const { setting, ...access } = chooseSandbox(context, nameOfCommand(program));
  if (setting === "off") return undefined;
  const state = await probeSandbox();
  if (!state.isAvailable) throw state.error;
  const sandbox = { ...access, mode: setting, roots: [context.cwd], parleyHome: context.home };
  const launch = await agentOfCommand(command);
  return openLaunchSandbox(launch, sandbox, (why) => printNotice(`parley proxy: blocked by the sandbox: ${why}`));
}
