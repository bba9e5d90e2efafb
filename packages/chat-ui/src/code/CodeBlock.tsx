// A block of code with its language and a button that copies it.
import { toOneLine, t } from "@parley/base";
import { memo } from "react";
import { CopyButton } from "../parts/CopyButton.tsx";
import { useHighlight } from "./use-highlight.ts";
import "./CodeBlock.css";

export interface CodeBlockProps {
  readonly text: string;
  /** What follows the fence: a language, and perhaps more. */
  readonly info: string;
  /** The rest of a block that began above: without its own head. */
  readonly isContinued?: boolean | undefined;
}

const NAME_CHARS_MAX = 40;

export const CodeBlock = memo(function CodeBlock({ text, info, isContinued = false }: CodeBlockProps) {
  const name = toOneLine(info.split(/[\s,{]/)[0] ?? "", NAME_CHARS_MAX);
  const runs = useHighlight(text, name.toLowerCase());
  return (
    <div className={isContinued ? "code-block code-block-continued" : "code-block"}>
      {!isContinued && (
        <div className="code-block-head">
          <span>{name === "" ? t("text") : name}</span>
          <CopyButton text={text} label={t("Copy code")} />
        </div>
      )}
      <pre className="code-block-text" tabIndex={0} role="group" aria-label={t("Code")}>
        <code>
          {runs.map(({ text: part, look }, at) =>
            look === undefined ? (
              part
            ) : (
              <span key={at} className={`code-block-${look}`}>
                {part}
              </span>
            ),
          )}
        </code>
      </pre>
    </div>
  );
});
