// A command or an address to copy. Where the browser gives no access to the clipboard, the text is selected instead.
import { useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { copyText } from "./copy-text.ts";
import "./CopyLine.css";

export interface CopyLineProps {
  readonly label: string;
  readonly text: string;
  /** False: the label is only for screen readers. */
  readonly showsLabel?: boolean | undefined;
}

const DONE_MS = 1_500;

export function CopyLine({ label, text, showsLabel = true }: CopyLineProps) {
  const code = useRef<HTMLElement>(null);
  const [done, setDone] = useState("");
  const copy = async () => {
    setDone((await copyText(text)) ? "Copied" : select(code.current));
    setTimeout(() => setDone(""), DONE_MS);
  };
  return (
    <div className="copy-line">
      <span className={showsLabel ? "copy-line-label" : "parley-hidden"}>{label}</span>
      <pre className="copy-line-text" tabIndex={0} aria-label={label} role="group">
        <code ref={code}>{text}</code>
      </pre>
      <Button look="quiet" className="copy-line-button" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
        {done === "" ? "Copy" : done}
      </Button>
    </div>
  );
}

function select(element: HTMLElement | null): string {
  if (element !== null) getSelection()?.selectAllChildren(element);
  return "Selected";
}
