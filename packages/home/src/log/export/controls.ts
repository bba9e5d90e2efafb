// Text without terminal control sequences, control characters, and marks that change the writing direction.

/* oxlint-disable no-control-regex -- control characters are what this file is about */
/** Sequences that begin with ESC, or with the C1 character that stands for it. */
const ESCAPES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[@-Z\\-_]/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SEPARATORS = /[\u2028\u2029]/g;

/** Line breaks and tabs stay. */
export function withoutControls(text: string): string {
  return text.replaceAll(ESCAPES, "").replaceAll("\r\n", "\n").replaceAll(CONTROLS, "").replaceAll(SEPARATORS, " ");
}
