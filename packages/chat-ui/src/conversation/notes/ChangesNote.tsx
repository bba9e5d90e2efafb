// The files that a turn changed, with what no permission covered marked.
import { revealLine, truncate, t, tPlural } from "@parley/base";
import type { ChangedFile } from "@parley/acp";
import type { ChangesItem } from "@parley/acp/transcript";
import { FileDiff } from "lucide-react";
import { CHANGED_FILES_SHOWN, TITLE_CHARS_MAX } from "../../limits.ts";
import { Button } from "../../parts/Button.tsx";
import { useConversation } from "../conversation-context.ts";
import "./ChangesNote.css";

export function ChangesNote({ item: { files, omitted } }: { readonly item: ChangesItem }) {
  const { port } = useConversation();
  const count = files.length + omitted;
  if (count === 0) return null;
  const more = count - Math.min(files.length, CHANGED_FILES_SHOWN);
  return (
    <div className="changes-note" role="note">
      <div className="changes-note-head">
        <FileDiff size={15} aria-hidden />
        <span>{tPlural(count, "Changed {0} file", "Changed {0} files")}</span>
        {port.openChanges !== undefined && (
          <Button look="quiet" onClick={() => port.openChanges?.()}>
            {t("Review")}
          </Button>
        )}
      </div>
      <ul className="changes-note-files">
        {files.slice(0, CHANGED_FILES_SHOWN).map((file) => (
          <File key={file.path} file={file} />
        ))}
        {more > 0 && <li>{t("and {0} more", more)}</li>}
      </ul>
    </div>
  );
}

function File({ file }: { readonly file: ChangedFile }) {
  const { path, change, linesAdded = 0, linesRemoved = 0, isUncovered = false } = file;
  return (
    <li className="changes-note-file">
      <code>{revealLine(truncate(path, TITLE_CHARS_MAX))}</code>
      {change !== "modified" && <span>{describeKind(change)}</span>}
      {isUncovered && <span className="changes-note-uncovered">{t("not approved")}</span>}
      <span className="changes-note-counts">
        {linesAdded > 0 && <span className="changes-note-added">+{linesAdded}</span>}
        {linesRemoved > 0 && <span className="changes-note-removed">{`\u2212${linesRemoved}`}</span>}
      </span>
    </li>
  );
}

function describeKind(change: string): string {
  switch (change) {
    case "added":
      return t("added");
    case "deleted":
      return t("deleted");
    default:
      return truncate(change, TITLE_CHARS_MAX);
  }
}
