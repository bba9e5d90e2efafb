// Descriptions of the schema as comments.

/** Paragraphs about the status of a draft, before those about its meaning. */
const STATUS = /^(\*\*UNSTABLE\*\*|This capability is not part of the spec yet)/;

/** The first sentence of a description, on one line. */
export function firstSentence(text: string | undefined): string {
  const paragraph = (text ?? "").split("\n\n").find((one) => !STATUS.test(one)) ?? "";
  const line = paragraph.replaceAll(/\s+/g, " ").trim();
  const sentence = /^.*?[.:](?= [A-Z]|$)/.exec(line)?.[0] ?? line;
  return sentence.replace(/:$/, ".").replaceAll("*/", "*\\/");
}
