// Notices about checkpoints, each shown once.
import type { Log } from "@parley/base";
import { messageOf } from "../text/sentences.ts";
import { SKIPPED_NAMED_MAX } from "../limits.ts";
import type { Taken } from "./snapshot-folders.ts";

export type Notice = (severity: "info" | "warning", text: string) => void;

/** Files that no user would miss. */
const NOT_MISSED: ReadonlySet<string> = new Set(["special", "invalid_name"]);

export class Notices {
  readonly #notice: Notice;
  readonly #log: Log;
  readonly #told = new Set<string>();

  constructor(notice: Notice, log: Log) {
    this.#notice = notice;
    this.#log = log;
  }

  tell(severity: "info" | "warning", text: string): void {
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.#notice(severity, text);
  }

  tellFailure(what: string, cause: unknown): void {
    // The notice informs the user.
    this.#log.write("info", what, { cause });
    this.tell("warning", `${what}: ${messageOf(cause)}`);
  }

  tellSkipped(taken: readonly Taken[]): void {
    const places = taken.flatMap(({ folder, skipped }) =>
      skipped.flatMap(({ path, reason }) => (NOT_MISSED.has(reason) ? [] : path === "" ? folder : path)),
    );
    if (places.length === 0) return;
    const named = places.slice(0, SKIPPED_NAMED_MAX).join(", ");
    const more = places.length > SKIPPED_NAMED_MAX ? ` and ${places.length - SKIPPED_NAMED_MAX} more` : "";
    const what = "Some files are too large, too many or not readable; /undo cannot restore them";
    this.tell("info", `${what}: ${named}${more}`);
  }
}
