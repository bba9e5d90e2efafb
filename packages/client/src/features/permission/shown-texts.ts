// The text of each file that a question showed to the user. Later writes must result in that text.
import { fitsEdits, type TextEdit } from "@parley/acp/tool-input";
import type { Subject } from "@parley/home/judge";
import type { FitsText, PathFacts, ToolFacts } from "@parley/policy";
import { toApprovedEdits, type ApprovedEdits } from "../gate/approved-texts.ts";

/** The text that a surface shows first counts: a diff, otherwise the input, otherwise a patch. */
const SHOWN_FIRST = ["diff", "input", "patch"] as const;

export class ShownTexts {
  readonly #edits: readonly TextEdit[];
  /** The real path of each path that the tool call names. */
  readonly #realPaths = new Map<string, string>();

  constructor(edits: readonly TextEdit[], { paths = [] }: ToolFacts, subjects: readonly Subject[]) {
    this.#edits = edits;
    const written = subjects.flatMap(({ request, facts }) =>
      request.kind === "write" && "real" in facts ? facts : [],
    );
    for (const { requested, real } of [...paths, ...written]) this.#realPaths.set(requested, real);
  }

  /** For a write through the client. Undefined if no text was shown for the file. */
  fits({ real }: PathFacts): FitsText | undefined {
    const shown = this.#shownFor(real);
    return shown.length === 0 ? undefined : (change) => fitsEdits(shown, change);
  }

  /** For a write by the agent itself. Undefined if no text was shown for the file, or none that can be compared with it. */
  approvedEdits(real: string): ApprovedEdits | undefined {
    const shown = this.#shownFor(real);
    // For a notebook, a cell is shown, but the file is JSON.
    if (shown.length === 0 || real.endsWith(".ipynb")) return undefined;
    return toApprovedEdits(
      shown,
      this.#editsOf(real).some(({ isAll }) => isAll),
    );
  }

  #shownFor(real: string): readonly TextEdit[] {
    const here = this.#editsOf(real);
    const from = SHOWN_FIRST.find((one) => here.some((edit) => edit.from === one));
    return here.filter((edit) => edit.from === from);
  }

  #editsOf(real: string): readonly TextEdit[] {
    return this.#edits.filter(({ path }) => path !== undefined && this.#realPaths.get(path) === real);
  }
}
