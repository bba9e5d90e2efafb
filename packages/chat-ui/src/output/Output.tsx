// What a command wrote: its end first, with its colours; earlier lines on request.
import { revealLine, toOneLine, t, tPlural } from "@parley/base";
import { useMemo, useState } from "react";
import { OUTPUT_LINES_SHOWN, OUTPUT_LINES_STEP, TITLE_CHARS_MAX } from "../limits.ts";
import { Button } from "../parts/Button.tsx";
import { toOutputLines, type OutputRun } from "./ansi-lines.ts";
import "./Output.css";

export interface OutputProps {
  readonly command: string;
  readonly text: string;
  /** Its beginning was cut before it came here. */
  readonly isTrimmed?: boolean | undefined;
  /** Undefined while it runs, and where it is not known. */
  readonly exit?: { readonly exitCode: number | null; readonly signal: string | null } | undefined;
}

export function Output({ command, text, isTrimmed = false, exit }: OutputProps) {
  const [shown, setShown] = useState(OUTPUT_LINES_SHOWN);
  const { lines, isCut } = useMemo(() => toOutputLines(text), [text]);
  const hidden = Math.max(0, lines.length - shown);
  const name = revealLine(toOneLine(command, TITLE_CHARS_MAX));
  return (
    <section className="output" aria-label={t("Output of {0}", name)}>
      {hidden > 0 && (
        <Button look="quiet" onClick={() => setShown(shown + OUTPUT_LINES_STEP)}>
          {tPlural(Math.min(hidden, OUTPUT_LINES_STEP), "Show {0} earlier line", "Show {0} earlier lines")}
        </Button>
      )}
      {hidden === 0 && (isCut || isTrimmed) && <p className="output-note">{t("Earlier output is not shown.")}</p>}
      <pre className="output-text" tabIndex={0}>
        {lines.slice(hidden).map((line, at) => (
          <div key={hidden + at} className="output-line">
            {line.map(toRun)}
          </div>
        ))}
      </pre>
      {lines.length === 0 && <p className="output-note">{t("No output.")}</p>}
      {exit !== undefined && <p className="output-note">{describeExit(exit)}</p>}
    </section>
  );
}

function toRun({ text, looks }: OutputRun, at: number) {
  if (looks.length === 0) return text;
  return (
    <span key={at} className={looks.map((look) => `output-${look}`).join(" ")}>
      {text}
    </span>
  );
}

function describeExit({ exitCode, signal }: NonNullable<OutputProps["exit"]>): string {
  if (signal !== null) return t("Ended by {0}", toOneLine(signal, TITLE_CHARS_MAX));
  return exitCode === null ? t("Ended") : t("Exit code {0}", exitCode);
}
