// Errors and failures as sentences, for the user or a model.
import { asInvoked, type ParleyError } from "@parley/base";

/** For any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For logs. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export function toSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…:\]]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** For failures that are values. */
export function describeFailure({ message, remedy = "" }: Failure): string {
  return [message, remedy]
    .filter((text) => text.trim() !== "")
    .map(toSentence)
    .join(" ");
}

interface Failure {
  readonly message: string;
  readonly remedy?: string | undefined;
}

export function describeError({ message, remedy }: Pick<ParleyError, "message" | "remedy">): string {
  if (remedy === undefined) return toSentence(message);
  const command = remedy.command === undefined ? "" : `: \`${asInvoked(remedy.command)}\``;
  const url = remedy.url === undefined ? "" : ` (${remedy.url})`;
  return describeFailure({ message, remedy: `${remedy.label}${command}${url}` });
}
