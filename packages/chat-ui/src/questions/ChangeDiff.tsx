// The change of one file that a permission is about.
import { t, tKnown } from "@parley/base";
import { fromFolder, NO_PATH, type Diff } from "@parley/chat-model";
import { DiffRows } from "../diff/DiffRows.tsx";
import "./ChangeDiff.css";

export interface ChangeDiffProps {
  readonly path: string;
  /** Undefined: too large to compare. */
  readonly diff: Diff | undefined;
  readonly folder: string | undefined;
}

export function ChangeDiff({ path, diff, folder }: ChangeDiffProps) {
  const name = path === "" ? tKnown(NO_PATH) : fromFolder(path, folder);
  return (
    <section className="change-diff" aria-label={t("Changes to {0}", name)}>
      <div className="change-diff-head">
        <code dir="ltr">{name}</code>
        {diff === undefined ? (
          <span>{t("too large to compare")}</span>
        ) : (
          <span className="change-diff-counts">
            <span className="change-diff-added">+{diff.added}</span>
            <span className="change-diff-removed">−{diff.removed}</span>
          </span>
        )}
      </div>
      {diff !== undefined && diff.rows.length > 0 && <DiffRows rows={diff.rows} />}
    </section>
  );
}
