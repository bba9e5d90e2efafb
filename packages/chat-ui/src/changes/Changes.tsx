// The files that a session changed: kept, undone and redone by hunk, by file, or all at once.
import { toMessage } from "../parts/to-message.ts";
import { useMemo, useState } from "react";
import { FILES_OPEN_MAX, FILES_SHOWN_MAX } from "../limits.ts";
import { Button } from "../parts/Button.tsx";
import { useView } from "../state/use-view.ts";
import { ChangesHead } from "./ChangesHead.tsx";
import type { ChangesPort, ChangesView } from "./changes-port.ts";
import { FileCard } from "./FileCard.tsx";
import { onReviewKey } from "./keys.ts";
import { Refusals } from "./Refusals.tsx";
import { useReview, type Refusal } from "./use-review.ts";
import "./Changes.css";

export interface ChangesProps {
  readonly view: ChangesView;
  readonly port: ChangesPort;
}

export function Changes({ view, port }: ChangesProps) {
  const list = useView(view, (all) => all.list);
  const problem = useView(view, (all) => all.problem);
  const review = useReview(port);
  const [shown, setShown] = useState(FILES_SHOWN_MAX);
  const byFile = useMemo(() => groupByFile(review.refusals), [review.refusals]);
  const { files = [], omitted = 0 } = list ?? {};
  const others = review.refusals.filter(({ target }) => !files.some(({ path }) => path === target.path));
  return (
    <section className="changes" aria-label="Changed files" onKeyDown={onReviewKey}>
      {list !== undefined && <ChangesHead list={list} view={view} port={port} review={review} />}
      {problem !== undefined && (
        <p className="changes-problem" role="alert">
          {toMessage(problem)}
        </p>
      )}
      <Refusals refusals={others} review={review} />
      {files.slice(0, shown).map((file, index) => (
        <FileCard
          key={file.path}
          file={file}
          view={view}
          port={port}
          review={review}
          refusals={byFile.get(file.path) ?? NONE}
          isOpenAtFirst={index < FILES_OPEN_MAX}
        />
      ))}
      {files.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + FILES_SHOWN_MAX)}>
          Show more (of {files.length.toLocaleString("en")} files)
        </Button>
      )}
      {omitted > 0 && <p className="changes-hint">{omitted.toLocaleString("en")} more changed files are not listed.</p>}
      {list === undefined && problem === undefined && <p className="changes-hint">Loading changes…</p>}
      {list !== undefined && files.length === 0 && <Empty isOneTurn={view.turn !== undefined} />}
    </section>
  );
}

const NONE: readonly Refusal[] = [];

function Empty({ isOneTurn }: { readonly isOneTurn: boolean }) {
  return (
    <div className="changes-empty">
      <p>{isOneTurn ? "This turn changed no files." : "No files changed yet."}</p>
      <p className="changes-hint">
        Every file that the agent changes is listed here, whether it asked first or not. You can keep or undo each hunk.
      </p>
    </div>
  );
}

function groupByFile(refusals: readonly Refusal[]): ReadonlyMap<string, readonly Refusal[]> {
  const found = new Map<string, Refusal[]>();
  for (const refusal of refusals) {
    const { path } = refusal.target;
    if (path !== undefined) found.set(path, [...(found.get(path) ?? []), refusal]);
  }
  return found;
}
