// Texts that tools show or hand to the model, made to fit.

/** One line of it, cut at the end. */
export function toTitle(text: string, charsMax: number): string {
  return cut(text.replaceAll(/\s+/g, " ").trim(), charsMax);
}

/** Ends in `…` where something is missing; never in half a character. */
export function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The same with a sentence in place of the dots, for the model: what is missing must not be taken for what is not there. */
export function cutWithNote(text: string, charsMax: number, note: string): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax).replace(/[\uD800-\uDBFF]$/, "")}\n\n[${note}]`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MiB`;
}
