// The raw input or output of a tool call, as JSON.
import { reveal, tPlural } from "@parley/base";
import { useMemo, useState } from "react";
import { RAW_CHARS_MAX } from "../../limits.ts";
import "./RawValue.css";

export interface RawValueProps {
  readonly title: string;
  readonly value: unknown;
  readonly isOpenAtFirst: boolean;
}

export function RawValue({ title, value, isOpenAtFirst }: RawValueProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const text = useMemo(() => (isOpen ? toText(value) : ""), [isOpen, value]);
  const more = text.length - RAW_CHARS_MAX;
  return (
    <details className="raw-value" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="raw-value-title">{title}</summary>
      <pre className="raw-value-text">{reveal(text.slice(0, RAW_CHARS_MAX))}</pre>
      {more > 0 && (
        <p className="raw-value-note">
          {tPlural(more, "{0} more character is not shown.", "{0} more characters are not shown.")}
        </p>
      )}
    </details>
  );
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
}
