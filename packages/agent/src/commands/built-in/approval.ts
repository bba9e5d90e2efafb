// /approval: what the agent asks about before it does it.
import { APPROVAL_LEVELS, type ApprovalLevel } from "@parley/policy";
import { inlineCode, table } from "../../text/markdown.ts";
import { say, sayFailure } from "../answer.ts";
import type { CommandContext, CommandResult, SlashCommand } from "../command.ts";

const MEANINGS: Readonly<Record<ApprovalLevel, string>> = {
  supervised: "asks before every effect; reading is free",
  auto: "asks only for what is risky",
  bypass: "asks only for what is grave",
  autopilot: "never asks, does what bypass does, and goes on by itself until the plan is done or a limit is reached",
};

export const approvalCommand: SlashCommand = {
  name: "approval",
  description: "Shows or changes what the agent asks you about before it does it",
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
    return say(`Approval is ${inlineCode(level)} already: it ${MEANINGS[level]}.`);
  await context.change({ approval: level });
  return say(`Approval is now ${inlineCode(level)}: it ${MEANINGS[level]}.`);
}

function list(typed: string, { settings }: CommandContext): CommandResult {
  const rows = APPROVAL_LEVELS.map((level) => [
    level === settings.approval ? `**${inlineCode(level)}** (now)` : inlineCode(level),
    MEANINGS[level],
  ]);
  const unknown = typed === "" ? "" : `There is no approval level ${inlineCode(typed)}.`;
  return say(unknown, table(["approval", "what the agent does"], rows), "Change it with `/approval name`.");
}
