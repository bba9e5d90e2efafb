// The inside of a changed file: its hunks, or its text from before or after.
import { useState } from "react";
import { HUNKS_SHOWN_MAX } from "../limits.ts";
import { Button } from "../parts/Button.tsx";
import type { ChangesView, ShownFile } from "./changes-port.ts";
import type { Side } from "./FileSides.tsx";
import { FileText } from "./FileText.tsx";
import { HunkCard } from "./HunkCard.tsx";
import { Refusals } from "./Refusals.tsx";
import type { Refusal, ReviewState } from "./use-review.ts";
import { WITHOUT_HUNKS } from "./words.ts";
import "./FileChange.css";

export interface FileChangeProps {
  readonly path: string;
  /** The path as it is shown. */
  readonly name: string;
  readonly side: Side;
  readonly shown: ReturnType<ChangesView["file"]>;
  readonly review: ReviewState;
  readonly refusals: readonly Refusal[];
}

export function FileChange({ path, name, side, shown, review, refusals }: FileChangeProps) {
  const ofHunks = typeof shown === "object" ? new Set(shown.hunks.map(({ id }) => id)) : new Set<string>();
  const isOfHunk = ({ target: { hunk } }: Refusal) => hunk !== undefined && ofHunks.has(hunk);
  return (
    <div className="file-change">
      <Refusals refusals={refusals.filter((one) => !isOfHunk(one))} review={review} />
      {shown === undefined && <p className="file-change-note">Loading {name}…</p>}
      {typeof shown === "string" && <p className="file-change-note">{shown}</p>}
      {typeof shown === "object" && side === "hunks" && (
        <Hunks path={path} name={name} shown={shown} review={review} refusals={refusals.filter(isOfHunk)} />
      )}
      {typeof shown === "object" && side !== "hunks" && (
        <FileText name={`${name} ${side} the change`} text={shown[side]} />
      )}
    </div>
  );
}

interface HunksProps extends Omit<FileChangeProps, "shown" | "side"> {
  readonly shown: ShownFile;
}

function Hunks({ path, name, shown: { hunks, content }, review, refusals }: HunksProps) {
  const [max, setMax] = useState(HUNKS_SHOWN_MAX);
  if (hunks.length === 0) return <p className="file-change-note">{WITHOUT_HUNKS[content]}</p>;
  return (
    <>
      {hunks.slice(0, max).map((hunk) => (
        <HunkCard
          key={hunk.id}
          hunk={hunk}
          count={hunks.length}
          path={path}
          name={name}
          review={review}
          refusals={refusals.filter(({ target }) => target.hunk === hunk.id)}
        />
      ))}
      {hunks.length > max && (
        <Button look="quiet" onClick={() => setMax(max + HUNKS_SHOWN_MAX)}>
          Show more (of {hunks.length.toLocaleString("en")} hunks)
        </Button>
      )}
    </>
  );
}
