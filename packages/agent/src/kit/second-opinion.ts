// What approval level `auto` hears before it asks a person about a risky call: the judge, where there is a real model.
import type { SecondOpinion } from "../gate/second-opinion.ts";
import type { Conversation } from "../loop/conversation.ts";
import { parseVerdict, renderJudgePrompt } from "../modes/one-shot/verdict.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import { addAside } from "../sessions/spent.ts";
import { complete } from "./complete.ts";
import type { Models } from "./models.ts";

export function createSecondOpinion(session: AgentSession, models: Models, conversation: Conversation): SecondOpinion {
  return async ({ toolCall, worries }, signal) => {
    const opened = await models.open(session.settings.modelId);
    // A script has no opinion.
    if ("failure" in opened || opened.model.info.isOffline === true) return undefined;
    const call = { title: toolCall.title ?? toolCall.toolCallId, input: toolCall.rawInput, worries };
    const { system, prompt } = renderJudgePrompt({
      ...call,
      cwd: session.place.cwd,
      request: lastRequest(conversation),
    });
    const answer = await complete(opened.model, system, [{ type: "text", text: prompt }], signal);
    if ("failed" in answer) return undefined;
    session.spent = addAside(session.spent, answer.usage, opened.model.info.price);
    const { verdict, reason } = parseVerdict(answer.text);
    // Its no is for the person to hear, who may see it otherwise.
    return { verdict: verdict === "allow" ? "allow" : "ask", reason };
  };
}

function lastRequest({ messages }: Conversation): string {
  const last = messages.findLast(({ role }) => role === "user");
  return last?.role === "user"
    ? last.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
    : "";
}
