// What a tool call changes in one file.
import { revealLine, truncate, t, tKnown, formatNumber } from "@parley/base";
import { contentDiff, fromFolder, NO_PATH, type DiffContent } from "@parley/chat-model";
import type { ReactNode } from "react";
import { TITLE_CHARS_MAX } from "../limits.ts";
import { DiffRows } from "./DiffRows.tsx";
import "./DiffView.css";

export interface DiffViewProps {
  readonly content: DiffContent;
  readonly cwd: string | undefined;
  /** What can be done with it, below its head. */
  readonly actions?: ReactNode;
}

export function DiffView({ content, cwd, actions }: DiffViewProps) {
  const diff = contentDiff(content);
  const path = content.path === "" ? tKnown(NO_PATH) : fromFolder(content.path, cwd);
  const shown = revealLine(truncate(path, TITLE_CHARS_MAX));
  const isNew = content.oldText === null || content.oldText === undefined;
  return (
    <section className="diff-view" aria-label={t("Changes to {0}", shown)}>
      <header className="diff-view-head">
        <code>{shown}</code>
        {isNew && <span>{t("new file")}</span>}
        {diff !== undefined && diff.added > 0 && <span className="diff-view-added">+{diff.added}</span>}
        {diff !== undefined && diff.removed > 0 && <span className="diff-view-removed">{`\u2212${diff.removed}`}</span>}
      </header>
      {actions}
      {diff === undefined ? (
        <p className="diff-view-note">{describeSize(content)}</p>
      ) : diff.rows.length === 0 ? (
        <p className="diff-view-note">{t("No line changes.")}</p>
      ) : (
        <DiffRows rows={diff.rows} />
      )}
    </section>
  );
}

function describeSize({ oldText, newText }: DiffContent): string {
  const [before, after] = [formatNumber((oldText ?? "").length), formatNumber(newText.length)];
  return t("This change is too large to show: {0} characters before, {1} after.", before, after);
}
