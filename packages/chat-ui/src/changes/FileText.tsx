// A file as it was before a change, or is after it.
import { formatBytes, reveal, TAB_COLUMNS } from "@parley/base";
import { useMemo } from "react";
import { FILE_SHOWN_CHARS_MAX } from "../limits.ts";
import "./FileText.css";

export interface FileTextProps {
  readonly name: string;
  readonly text: string | null;
}

export function FileText({ name, text }: FileTextProps) {
  const isCut = text !== null && text.length > FILE_SHOWN_CHARS_MAX;
  const shown = useMemo(() => toShown(text ?? ""), [text]);
  return (
    <div className="file-text">
      <pre role="region" aria-label={name} tabIndex={0}>
        {shown}
      </pre>
      {isCut && <p className="file-text-note">Only the first {formatBytes(FILE_SHOWN_CHARS_MAX)} are shown.</p>}
    </div>
  );
}

/** Line by line, because only a line break may break a line. */
function toShown(text: string): string {
  const lines = text.slice(0, FILE_SHOWN_CHARS_MAX).replaceAll("\r\n", "\n").replaceAll("\t", " ".repeat(TAB_COLUMNS));
  return reveal(lines);
}
