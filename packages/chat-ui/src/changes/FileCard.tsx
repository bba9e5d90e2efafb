// One changed file: what became of it, and its hunks.
import { revealLine } from "@parley/base";
import { ChevronDown, ChevronRight, FileMinus, FilePen, FilePlus, FileSymlink } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useView } from "../state/use-view.ts";
import type { ChangesPort, ChangesView, ListedFile } from "./changes-port.ts";
import { FileChange } from "./FileChange.tsx";
import { FileSides, type Side } from "./FileSides.tsx";
import { LineCounts } from "./LineCounts.tsx";
import { ReviewButton } from "./ReviewButton.tsx";
import type { Refusal, ReviewState } from "./use-review.ts";
import { APPROVAL_HINTS, APPROVALS, CHANGES, STATES } from "./words.ts";
import "./FileCard.css";

export interface FileCardProps {
  readonly file: ListedFile;
  readonly view: ChangesView;
  readonly port: ChangesPort;
  readonly review: ReviewState;
  readonly refusals: readonly Refusal[];
  readonly isOpenAtFirst: boolean;
}

const ICONS = { added: FilePlus, modified: FilePen, deleted: FileMinus, renamed: FileSymlink } as const;

export function FileCard({ file, view, port, review, refusals, isOpenAtFirst }: FileCardProps) {
  const { path, change, state } = file;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [side, setSide] = useState<Side>("hunks");
  const id = useId();
  useEffect(() => (isOpen ? port.open(path) : undefined), [isOpen, port, path]);
  const shown = useView(view, (all) => all.file(path));
  const [Icon, Chevron] = [ICONS[change], isOpen ? ChevronDown : ChevronRight];
  const name = revealLine(path);
  const buttons = { target: { path }, name, review, isSmall: true };
  return (
    <section className="file-card" aria-label={`Changes to ${name}`} data-state={state}>
      <header className="file-card-head">
        <button
          type="button"
          className="file-card-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          title={name}
          data-review-stop=""
          onClick={() => setIsOpen(!isOpen)}
        >
          <Chevron size={14} aria-hidden="true" />
          <Icon size={15} aria-label={CHANGES[change]} role="img" />
          <bdi className="file-card-path">{name}</bdi>
        </button>
        <LineCounts {...countLines(file, shown)} />
        {state !== "kept" && state !== "undone" && <ReviewButton action="keep" {...buttons} />}
        {state !== "undone" && <ReviewButton action="undo" {...buttons} />}
        {(state === "undone" || state === "partial") && <ReviewButton action="redo" {...buttons} />}
      </header>
      <div className="file-card-badges">
        <Badges file={file} />
        {isOpen && typeof shown === "object" && <FileSides shown={shown} name={name} side={side} onSelect={setSide} />}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <FileChange name={name} path={path} side={side} shown={shown} review={review} refusals={refusals} />}
      </div>
    </section>
  );
}

function Badges({ file: { from, state, approval = "approved" } }: { readonly file: ListedFile }) {
  return (
    <>
      {from !== undefined && <span>from {revealLine(from)}</span>}
      {APPROVALS[approval] !== "" && (
        <span className="file-card-unasked" title={APPROVAL_HINTS[approval]}>
          {APPROVALS[approval]}
        </span>
      )}
      {STATES[state] !== "" && <span>{STATES[state]}</span>}
    </>
  );
}

/** The list counts the lines of files that one turn changed; of others the hunks say it. */
function countLines(file: ListedFile, shown: ReturnType<ChangesView["file"]>) {
  if (file.lines_added !== undefined || typeof shown !== "object") {
    return { added: file.lines_added, removed: file.lines_removed };
  }
  const lines = shown.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count("+"), removed: count("-") };
}
