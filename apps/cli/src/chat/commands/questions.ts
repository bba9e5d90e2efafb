// /questions: answers open questions of all sessions.
import { neutralLine, ParleyError, revealLine } from "@parley/base";
import { formatAgo } from "@parley/chat-model";
import type { OpenQuestion } from "../../conversation/conversation.ts";
import { toAnswerParams } from "../../conversation/open-questions.ts";
import { summarizeToolCall } from "../../questions/summarize-tool-call.ts";
import type { ChatActions, ChatCommand } from "./command.ts";

export const questionCommands: readonly ChatCommand[] = [
  {
    name: "questions",
    summary: "Answer the open questions of all sessions",
    isAlways: true,
    run: (_argument, actions) => answerQuestions(actions),
  },
];

async function answerQuestions(actions: ChatActions): Promise<void> {
  const { host } = actions;
  const { interactions } = await host.requests.request("interactions/list", { state: "pending" });
  if (interactions.length === 0) return actions.note("info", "No open questions.");
  const chosen = await actions.pick(
    "Which question?",
    interactions.map((question) => toItem(question, actions.cwd)),
  );
  const question = interactions.find(({ id }) => id === chosen);
  const answer = question && (await actions.askQuestion(question));
  if (question === undefined || answer === undefined) return;
  try {
    await host.requests.request("interactions/answer", { id: question.id, ...toAnswerParams(answer) });
    actions.note("info", "Answered.");
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "interaction_over") throw error;
    actions.note("info", "Answered elsewhere in the meantime.");
  }
}

function toItem(question: OpenQuestion, cwd: string): { id: string; label: string; description: string } {
  const { id, agent, created_at: at, tool_call: call, request } = question;
  const message = request !== undefined && "message" in request ? request.message : "A question";
  const label = call === undefined ? neutralLine(message) : revealLine(summarizeToolCall(call, cwd));
  return { id, label, description: `${neutralLine(agent)}, ${formatAgo(Date.now() - Date.parse(at))}` };
}
