// One message in full, as far as it can be shown, and the ways to take it along.
import { neutralLine, reveal } from "@parley/base";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { copyText } from "../parts/copy-text.ts";
import { FRAME_CHARS_MAX } from "../watch-limits.ts";
import { rawOf, type FrameRow } from "./frames.ts";
import { toTest } from "./to-test.ts";
import "./FrameDetails.css";

export interface FrameDetailsProps {
  readonly frame: FrameRow;
  /** All of the trace: a test needs what came before. */
  readonly rows: readonly FrameRow[];
  readonly onClose: () => void;
}

export function FrameDetails({ frame, rows, onClose }: FrameDetailsProps) {
  const [said, setSaid] = useState("");
  const raw = rawOf(frame.item);
  const copy = (text: string, what: string): void => {
    void copyText(text).then((isCopied) =>
      setSaid(isCopied ? `${what} copied` : "The browser does not allow copying here"),
    );
  };
  return (
    <section className="frame-details" aria-label={`Message ${frame.row.line}`}>
      <header>
        <b>{neutralLine(frame.row.label)}</b>
        <span role="status">{said}</span>
        <Button look="quiet" onClick={() => copy(raw, "Message")}>
          Copy
        </Button>
        <Button look="quiet" onClick={() => copy(toTest(rows, frame), "Test")}>
          Copy as test
        </Button>
        <Button look="quiet" aria-label="Close" onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </Button>
      </header>
      <pre tabIndex={0}>{toShown(raw)}</pre>
    </section>
  );
}

function toShown(raw: string): string {
  const text = raw.length > FRAME_CHARS_MAX ? raw : toPretty(raw);
  const shown = reveal(text.slice(0, FRAME_CHARS_MAX));
  return text.length > FRAME_CHARS_MAX ? `${shown}\n… ${text.length - FRAME_CHARS_MAX} more characters` : shown;
}

function toPretty(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), undefined, 2);
  } catch {
    // Not JSON: it is shown as it came.
    return raw;
  }
}
