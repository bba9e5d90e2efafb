// The help text, made from the table of verbs.
import { verbs } from "./verbs.ts";

const RULES = `One command per line, in lower case, with or without a leading \`/\`. Blank lines and lines that start with \
\`#\` are ignored; any other line is reported as an error.
Put a PATH with spaces in double quotes. In text, \`\\n\` is a new line, \`\\t\` a tab and \`\\\\\` a backslash; a backslash \
also escapes \`;\`, \`,\`, \`=\` and a space.
Text without any command is answered as a whole.`;

/** `plays`: the verbs that the player supports, by name (default: all). */
export function describeLanguage(plays: (verb: string) => boolean = () => true): string {
  const rows = verbs.filter(({ name }) => plays(name)).map(({ usage, summary }) => `- \`${usage}\`: ${summary}`);
  return `${rows.join("\n")}\n\n${RULES}`;
}
