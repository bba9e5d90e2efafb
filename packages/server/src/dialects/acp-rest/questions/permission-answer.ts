// The option that a message chooses: by its id, its name or its kind.
import type { PermissionOption, RequestPermissionOutcome } from "@parley/acp";
import { RunError } from "../errors.ts";
import type { Message } from "../wire.ts";
import { readAnswer, toWord } from "./answer-text.ts";

export function toPermissionOutcome(message: Message, options: readonly PermissionOption[]): RequestPermissionOutcome {
  const { json, text } = readAnswer(message);
  if (json?.["outcome"] === "cancelled" || json?.["action"] === "cancel") return { outcome: "cancelled" };
  const named = json?.["optionId"] ?? json?.["option_id"];
  const given = json === undefined ? text : typeof named === "string" ? named : "";
  const option = findOption(given, options);
  if (option !== undefined) return { outcome: "selected", optionId: option.optionId };
  if (json === undefined && toWord(text) === "cancel") return { outcome: "cancelled" };
  throw unclear(given, options);
}

/** An id is unique; a name or a kind counts only if no other option has the same. */
function findOption(given: string, options: readonly PermissionOption[]): PermissionOption | undefined {
  const exact = options.find(({ optionId }) => optionId === given);
  if (exact !== undefined || given === "") return exact;
  const word = toWord(given);
  for (const field of ["optionId", "name", "kind"] as const) {
    const found = options.filter((option) => toWord(option[field]) === word);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

function unclear(given: string, options: readonly PermissionOption[]): RunError {
  const names = options.map(({ optionId, name }) => `${optionId} (${name})`).join(", ");
  const message =
    given === ""
      ? `await_resume.message: an option is required: ${names}`
      : `await_resume.message: ${JSON.stringify(given)} is not one of ${names}`;
  return new RunError(400, "invalid_input", message, { field: "await_resume.message", options });
}
