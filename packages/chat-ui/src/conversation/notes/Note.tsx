// A line about the conversation itself: a notice, a handover, a failure, the end of a turn.
import { neutralise, truncate, t } from "@parley/base";
import type { Severity } from "@parley/chat-model";
import { CircleX, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { PROMPT_CHARS_SHOWN } from "../../limits.ts";
import "./Note.css";

export interface NoteProps {
  readonly severity: Severity;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly children?: ReactNode;
}

const ICONS = { info: Info, warning: TriangleAlert, error: CircleX } as const;

export function Note({ severity, text, detail, children }: NoteProps) {
  const Icon = ICONS[severity];
  return (
    <div className={`note note-${severity}`} role="note">
      <Icon size={15} aria-hidden />
      <div className="note-text">
        <span className="parley-hidden">{toWords(severity)}</span>
        {toShown(text)}
        {detail !== undefined && detail !== "" && <div className="note-detail">{toShown(detail)}</div>}
        {children}
      </div>
    </div>
  );
}

/** The colour says the same. */
function toWords(severity: Severity): string {
  if (severity === "info") return "";
  return `${severity === "warning" ? t("Warning:") : t("Error:")} `;
}

function toShown(text: string): string {
  return neutralise(truncate(text, PROMPT_CHARS_SHOWN));
}
