// `parley questions list`: open questions of agents, with the possible answers.
import { asInvoked, neutralLine, revealLine } from "@parley/base";
import type { NativeInteraction } from "@parley/contract";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printLines, printNotice } from "../../output/print.ts";
import { ago } from "../../output/time.ts";
import { summarizeToolCall } from "../../questions/summarize-tool-call.ts";
import { openWork } from "../../hub/open-work.ts";
import { line, span, type Line } from "../../terminal/line.ts";

import type { questionsListUsage } from "../../usage/work.ts";

export const run: Run<typeof questionsListUsage> = async ({ flags }, context) => {
  await using work = await openWork(flags, context);
  const questions = await work.questions({ sessionId: flags.session, isOpen: !flags.all });
  if (flags.json) {
    printJson({ questions });
    return ExitCodes.endTurn;
  }
  if (questions.length === 0) printNotice(flags.all ? "No questions yet" : "No open questions");
  else
    printLines(
      questions.flatMap((question) => drawQuestion(question, context)),
      context,
    );
  if (questions.length > 0 && work.api === undefined) {
    printNotice(asInvoked("No server is running. To answer, start one: parley server start"));
  }
  return ExitCodes.endTurn;
};

function drawQuestion(question: NativeInteraction, { cwd }: CommandContext): readonly Line[] {
  const { id, agent, state, created_at: at, reason, answered_by: by } = question;
  const when = ago(Date.parse(at), Date.now());
  const how = state === "pending" ? "" : `, ${state}${by === undefined ? "" : ` by ${neutralLine(by)}`}`;
  return [
    line(span(id, "strong"), span(`  ${neutralLine(agent)}, ${when}${how}`, "dim")),
    line(`  ${describeSubject(question, cwd)}`),
    ...(reason === undefined ? [] : [line(span(`  ${revealLine(reason)}`, "dim"))]),
    ...(state === "pending" ? drawAnswers(question) : []),
    line(),
  ];
}

function describeSubject({ tool_call: call, request }: NativeInteraction, cwd: string): string {
  if (call !== undefined) return revealLine(summarizeToolCall(call, cwd));
  const message = request === undefined ? undefined : (request as { readonly message?: unknown }).message;
  return typeof message === "string" ? neutralLine(message) : "A form";
}

function drawAnswers({ options, kind }: NativeInteraction): readonly Line[] {
  if (kind === "elicitation") return [line(span("  accept --set NAME=VALUE, decline, cancel", "accent"))];
  return (options ?? []).map(({ name }, index) => line(span(`  ${index + 1}  `, "accent"), revealLine(name)));
}
