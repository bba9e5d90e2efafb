// The help text, made from the table of verbs.
import { verbs } from "./verbs.ts";

const RULES = `One command per line, in small letters; a \`/\` before it changes nothing. Blank lines and lines that start \
with \`#\` mean nothing; any other line is reported as a problem.
A PATH with spaces stands in double quotes. In text \`\\n\` is a new line, \`\\t\` a tab, \`\\\\\` a backslash; a backslash \
also takes the meaning from a \`;\`, a \`,\`, an \`=\` or a space.
Text in which no line is a command is answered as a whole.`;

/** `plays`: which verbs the reader can play, by name; all unless given. */
export function describeLanguage(plays: (verb: string) => boolean = () => true): string {
  const rows = verbs.filter(({ name }) => plays(name)).map(({ usage, summary }) => `- \`${usage}\`: ${summary}`);
  return `${rows.join("\n")}\n\n${RULES}`;
}
