// Verbs that ask the client something.
import type { LineArguments } from "../line-arguments.ts";
import { mistake, textVerb, type Mistake, type Verb } from "../verb.ts";

const ELICITATION_MODES = ["form", "url"] as const;

export const questionVerbs: readonly Verb[] = [
  textVerb(
    { name: "ask", usage: "ask QUESTION", summary: "asks the user", example: "ask What is your name?" },
    (question) => ({ kind: "ask", question }),
  ),
  {
    name: "elicit",
    usage: `elicit ${ELICITATION_MODES.join("|")} MESSAGE`,
    summary: "asks with a form that has one field of every type, or by a page to open",
    example: "elicit form A few questions",
    parse: (line) => {
      const mode = line.oneOf(ELICITATION_MODES);
      const message = line.text();
      return mode === undefined || message === undefined ? undefined : { kind: "elicit", mode, message };
    },
  },
  {
    name: "ext",
    usage: "ext METHOD",
    summary: "sends the client an extension request",
    example: "ext _parley/ping",
    parse: (line) => {
      const method = extensionMethod(line);
      return typeof method === "string" ? { kind: "ext", method } : method;
    },
  },
  {
    name: "tell",
    usage: "tell METHOD",
    summary: "sends the client an extension notification",
    example: "tell _parley/ping",
    parse: (line) => {
      const method = extensionMethod(line);
      return typeof method === "string" ? { kind: "tell", method } : method;
    },
  },
];

function extensionMethod(line: LineArguments): `_${string}` | Mistake | undefined {
  const method = line.word();
  if (method === undefined || !line.atEnd) return undefined;
  return isExtension(method) ? method : mistake("METHOD starts with an underscore");
}

function isExtension(method: string): method is `_${string}` {
  return /^_./.test(method);
}
