// /approval: when the agent asks before it acts.
import { APPROVAL_LEVELS, type ApprovalLevel } from "@parley/policy";
import { inlineCode, table } from "../../text/markdown.ts";
import { say, sayFailure } from "../answer.ts";
import type { CommandContext, CommandResult, SlashCommand } from "../command.ts";

const MEANINGS: Readonly<Record<ApprovalLevel, string>> = {
  supervised: "asks before every change; reading is allowed",
  auto: "asks before risky actions",
  bypass: "asks only before dangerous actions",
  autopilot: "never asks, and continues automatically until the plan is done or a limit is reached",
};

export const approvalCommand: SlashCommand = {
  name: "approval",
  description: "Show or change when the agent asks for your approval",
  hint: APPROVAL_LEVELS.join(" | "),
  run: (rest, context) =>
    sayFailure(async () => {
      const level = APPROVAL_LEVELS.find((name) => name === rest.toLowerCase());
      if (level !== undefined) return setApproval(level, context);
      return list(rest, context);
    }),
};

export async function setApproval(level: ApprovalLevel, context: CommandContext): Promise<CommandResult> {
  if (level === context.settings.approval)
    return say(`Approval is already ${inlineCode(level)}: the agent ${MEANINGS[level]}.`);
  await context.change({ approval: level });
  return say(`Approval is now ${inlineCode(level)}: the agent ${MEANINGS[level]}.`);
}

function list(typed: string, { settings }: CommandContext): CommandResult {
  const rows = APPROVAL_LEVELS.map((level) => [
    level === settings.approval ? `**${inlineCode(level)}** (now)` : inlineCode(level),
    MEANINGS[level],
  ]);
  const unknown = typed === "" ? "" : `Approval level ${inlineCode(typed)} not found.`;
  return say(unknown, table(["approval", "what the agent does"], rows), "Change it with `/approval name`.");
}
