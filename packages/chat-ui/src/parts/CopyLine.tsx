// A command or an address to copy. Where the browser gives no access to the clipboard, the text is selected instead.
import { useRef, useState } from "react";
import { Button } from "./Button.tsx";
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
    setDone((await writeToClipboard(text)) ? "Copied" : select(code.current));
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

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function select(element: HTMLElement | null): string {
  if (element !== null) getSelection()?.selectAllChildren(element);
  return "Selected";
}
