// The words of the review of changed files.
import type { LeftChange, ListedFile, ReviewAction, ShownFile } from "./changes-port.ts";

export const ACTIONS: Readonly<Record<ReviewAction, string>> = { keep: "Keep", undo: "Undo", redo: "Redo" };

export const NOT_DONE: Readonly<Record<ReviewAction, string>> = {
  keep: "Not kept",
  undo: "Not undone",
  redo: "Not redone",
};

export const CHANGES: Readonly<Record<ListedFile["change"], string>> = {
  added: "Added",
  modified: "Modified",
  deleted: "Deleted",
  renamed: "Renamed",
};

export const STATES: Readonly<Record<ListedFile["state"], string>> = {
  pending: "",
  kept: "Kept",
  undone: "Undone",
  partial: "Partly reviewed",
};

export const APPROVALS: Readonly<Record<NonNullable<ListedFile["approval"]>, string>> = {
  approved: "",
  unapproved: "not approved",
  differs: "differs from what you approved",
};

export const APPROVAL_HINTS: Readonly<Record<NonNullable<ListedFile["approval"]>, string>> = {
  approved: "",
  unapproved: "Neither you nor a rule approved this change",
  differs: "You approved different content for this file",
};

/** Why a file has no hunks. */
export const WITHOUT_HUNKS: Readonly<Record<ShownFile["content"], string>> = {
  text: "The text is the same as before",
  same: "Only its name or mode changed",
  binary: "Not a text file",
  too_large: "Too large to show",
  skipped: "Larger than 8 MiB, so Parley kept no snapshot and cannot undo it",
};

/** Reasons for which overwriting the file helps. */
export const FORCEABLE: ReadonlySet<LeftChange["reason"]> = new Set(["changed_since", "gone"]);
