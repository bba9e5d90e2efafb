// Over the changed files: which turns are shown, how much changed, and the buttons for all of it.
import { plural } from "@parley/base";
import { useView } from "../state/use-view.ts";
import type { ChangeList, ChangesPort, ChangesView } from "./changes-port.ts";
import { LineCounts } from "./LineCounts.tsx";
import { ReviewButton } from "./ReviewButton.tsx";
import type { ReviewState } from "./use-review.ts";
import "./ChangesHead.css";

export interface ChangesHeadProps {
  readonly list: ChangeList;
  readonly view: ChangesView;
  readonly port: ChangesPort;
  readonly review: ReviewState;
}

export function ChangesHead({ list: { files, turns, omitted }, view, port, review }: ChangesHeadProps) {
  const turn = useView(view, (all) => all.turn);
  const isRunning = turns.some(({ is_running }) => is_running);
  const isOpen = files.some(({ state }) => state === "pending" || state === "partial");
  const isUndone = files.some(({ state }) => state === "undone" || state === "partial");
  if (files.length === 0 && turn === undefined) return null;
  return (
    <header className="changes-head">
      <select
        className="changes-head-turns"
        aria-label="Turns"
        value={turn ?? ""}
        onChange={({ target }) => port.selectTurn(target.value === "" ? undefined : Number(target.value))}
      >
        <option value="">All turns</option>
        <TurnOptions turns={turns} chosen={turn} />
      </select>
      <span className="changes-head-counts">
        {plural(files.length + omitted, "file")}{" "}
        <LineCounts
          added={sum(files.map((file) => file.lines_added))}
          removed={sum(files.map((file) => file.lines_removed))}
        />
      </span>
      <span className="changes-head-buttons">
        {isUndone && <ReviewButton action="redo" target={{}} name="all" review={review} />}
        {(isOpen || !isUndone) && <ReviewButton action="undo" target={{}} name="all" review={review} isOff={!isOpen} />}
        <ReviewButton action="keep" target={{}} name="all" review={review} isOff={!isOpen} />
      </span>
      <span className="changes-head-state" role="status">
        {isRunning && (review.busy.size > 0 ? "Waiting for the turn to end" : "A turn is running")}
      </span>
    </header>
  );
}

/** With one turn chosen, the list has that one only. */
function TurnOptions({ turns, chosen }: { readonly turns: ChangeList["turns"]; readonly chosen: number | undefined }) {
  const numbers = turns.map(({ number }) => number);
  const all = chosen === undefined || numbers.includes(chosen) ? numbers : [...numbers, chosen];
  return all.toReversed().map((number) => (
    <option key={number} value={number}>
      Turn {number}
    </option>
  ));
}

function sum(counts: readonly (number | undefined)[]): number {
  return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
}
