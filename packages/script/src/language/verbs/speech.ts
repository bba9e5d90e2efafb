// Verbs that make messages.
import { shownContents } from "../step.ts";
import { mistake, textVerb, type Verb } from "../verb.ts";

export const speechVerbs: readonly Verb[] = [
  textVerb(
    { name: "say", usage: "say TEXT", summary: "answers with the text", example: "say Hello!\\nHow are you?" },
    (text) => ({ kind: "say", text }),
  ),
  textVerb(
    { name: "think", usage: "think TEXT", summary: "thinks aloud", example: "think This will be quick." },
    (text) => ({ kind: "think", text }),
  ),
  textVerb(
    {
      name: "user",
      usage: "user TEXT",
      summary: "sends a message in the user's name, as if it had been typed elsewhere",
      example: "user And one more thing.",
    },
    (text) => ({ kind: "user", text }),
  ),
  {
    name: "show",
    usage: `show ${shownContents.join("|")}`,
    summary: "answers with a small piece of content of that type",
    example: "show image",
    parse: (line) => {
      const content = line.oneOf(shownContents);
      return content === undefined || !line.atEnd ? undefined : { kind: "show", content };
    },
  },
  {
    name: "stream",
    usage: "stream COUNT BYTES",
    summary: "answers in COUNT chunks of BYTES bytes each",
    example: "stream 10 80",
    parse: (line, { streamCountMax, streamBytesMax }) => {
      const count = line.wholeNumber();
      const bytes = line.wholeNumber();
      if (count === undefined || bytes === undefined || !line.atEnd) return undefined;
      if (count < 1 || bytes < 1) return mistake("both must be at least 1");
      if (count > streamCountMax) return mistake(`COUNT may be ${streamCountMax} at most`);
      if (count * bytes > streamBytesMax) return mistake(`COUNT times BYTES may be ${streamBytesMax} at most`);
      return { kind: "stream", count, bytes };
    },
  },
];
