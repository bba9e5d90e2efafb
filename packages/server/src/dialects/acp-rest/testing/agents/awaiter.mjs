// Asks before it says anything: for a permission if the prompt has the word, twice if it says so, and else with a form.
import { serveAgent } from "./serve-agent.mjs";

const OPTIONS = [
  { optionId: "yes-1", name: "Allow once", kind: "allow_once" },
  { optionId: "no-1", name: "Reject", kind: "reject_once" },
];
const FORM = { type: "object", properties: { answer: { type: "string" } } };

serveAgent(async ({ prompt, say, update, ask }) => {
  const text = prompt.map((block) => block.text ?? "").join("");
  for (let left = text.includes("twice") ? 2 : 1; left > 0; left -= 1) {
    if (text.includes("permission")) {
      const toolCall = { toolCallId: `call-${left}`, title: "Send the letter", kind: "other", rawInput: { to: "all" } };
      update({ sessionUpdate: "tool_call", ...toolCall, status: "pending" });
      const { outcome } = await ask("session/request_permission", { toolCall, options: OPTIONS });
      update({ sessionUpdate: "tool_call_update", toolCallId: toolCall.toolCallId, status: "completed" });
      say({ type: "text", text: `answer: ${outcome.optionId ?? outcome.outcome}` });
    } else {
      const response = await ask("elicitation/create", { mode: "form", message: "What now?", requestedSchema: FORM });
      say({ type: "text", text: `answer: ${response.content?.answer ?? response.action}` });
    }
  }
  return "end_turn";
});
