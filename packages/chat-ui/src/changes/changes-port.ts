// What the review of changed files shows, and what a person can do there.
import type { Operations } from "@parley/contract";
import type { Listenable } from "../state/use-view.ts";

export type ChangeList = Operations["changes/list"]["reply"];
export type ListedFile = ChangeList["files"][number];
export type ShownFile = Operations["changes/file"]["reply"];
export type Hunk = ShownFile["hunks"][number];
export type Reviewed = Operations["changes/undo"]["reply"];
export type LeftChange = Reviewed["left"][number];
export type ReviewAction = Reviewed["action"];

/** What a review is about: everything, unless files or hunks of one file are named. */
export interface ReviewTarget {
  readonly path?: string | undefined;
  readonly hunk?: string | undefined;
  /** Does not wait for a running turn, and overwrites files that were changed since. */
  readonly isForced?: boolean | undefined;
}

/** The same objects until something changes, also when another person did it. */
export interface ChangesView extends Listenable {
  /** Undefined until it was read. */
  readonly list: ChangeList | undefined;
  /** Why it could not be read. */
  readonly problem: string | undefined;
  /** The only turn that is shown; undefined: all of them. */
  readonly turn: number | undefined;
  /** A file that was opened: undefined until it was read; a text says why it cannot be shown. */
  file(path: string): ShownFile | string | undefined;
}

export interface ChangesPort {
  selectTurn(turn: number | undefined): void;
  /** Reads the file, and reads it again when it changes, until the returned function is called. */
  open(path: string): () => void;
  /** Rejects with an error for the person. */
  review(action: ReviewAction, target: ReviewTarget): Promise<Reviewed>;
}
