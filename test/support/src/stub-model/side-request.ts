// What agents ask a model besides the user's prompt (titles, topics, summaries), and a harmless answer to it.
import { textOf, type Conversation } from "./conversation.ts";
import { exampleOf } from "./tools/example-of.ts";

/** Looked for in the system's and the user's words; only where no tools are offered, because a turn has some. */
const SIDE_WORDS = [
  /\b(generate|write|create|come up with|provide|give|suggest)\b[^.\n]{0,60}\b(title|name|slug|branch)\b/i,
  /\btitle\b[^.\n]{0,40}\b(for|of)\b[^.\n]{0,40}\b(conversation|session|chat|thread|task|message)/i,
  /\bsummari[sz]e\b/i,
  /\bnew (conversation )?topic\b/i,
  /\bis_?new_?topic\b/i,
  /\bcommand prefix\b/i,
  /\b(next|who should) speak/i,
  /\bclassif(y|ier|ication)\b/i,
];

/** Its own text is short, and the script a prompt carries must not be taken for it. */
const SAMPLE_CHARS = 20_000;
const SIDE_ANSWER = "Stub";

/** The text to answer with; undefined if this is the user's turn. */
export function answerSideRequest(conversation: Conversation): string | undefined {
  const { outputSchema, tools, outputTokensMax } = conversation;
  if (outputSchema !== undefined) return JSON.stringify(exampleOf(outputSchema));
  if (tools.length > 0) return undefined;
  // Some agents try their key with a request for a single token.
  if (outputTokensMax === 1) return SIDE_ANSWER;
  return SIDE_WORDS.some((words) => words.test(wordsOf(conversation))) ? SIDE_ANSWER : undefined;
}

function wordsOf({ system, messages }: Conversation): string {
  const own = messages
    .map(textOf)
    .join("\n")
    .replaceAll(/^.*\bstub: .*$/gm, "");
  return `${system.slice(0, SAMPLE_CHARS)}\n${own.slice(0, SAMPLE_CHARS)}`;
}
