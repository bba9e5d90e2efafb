// Colours for code, once the highlighter is loaded; until then, and for languages that it does not know, plain text.
import { useEffect, useMemo, useState } from "react";
import { HIGHLIGHT_CHARS_MAX } from "../limits.ts";
import type { CodeRun } from "./code-run.ts";

type Highlight = (text: string, language: string) => readonly CodeRun[] | undefined;

let loaded: Highlight | undefined;

export function useHighlight(text: string, language: string): readonly CodeRun[] {
  const [highlight, setHighlight] = useState<Highlight | undefined>(() => loaded);
  const isWanted = language !== "" && text.length <= HIGHLIGHT_CHARS_MAX;
  useEffect(() => {
    if (!isWanted || highlight !== undefined) return undefined;
    let isGone = false;
    void load().then(() => isGone || setHighlight(() => loaded));
    return () => {
      isGone = true;
    };
  }, [isWanted, highlight]);
  return useMemo(
    () => (isWanted ? highlight?.(text, language) : undefined) ?? [{ text, look: undefined }],
    [isWanted, highlight, text, language],
  );
}

/** After the text is on the screen, which is not to wait for it. A page that lost its server shows code without colours. */
async function load(): Promise<void> {
  await new Promise(requestAnimationFrame);
  const module = await import("./highlight.ts").catch(() => undefined);
  loaded ??= module?.highlightCode;
}
