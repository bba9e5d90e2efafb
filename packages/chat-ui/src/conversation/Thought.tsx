// A thought: one line with its duration, which opens to the whole of it.
import { toOneLine, t } from "@parley/base";
import type { MessageItem } from "@parley/acp/transcript";
import { formatDuration, textOfBlocks } from "@parley/chat-model";
import { Ellipsis } from "lucide-react";
import { TITLE_CHARS_MAX } from "../limits.ts";
import { Markdown } from "../markdown/Markdown.tsx";
import { useOpen } from "./conversation-context.ts";
import "./Thought.css";

export interface ThoughtProps {
  readonly item: MessageItem;
  readonly ms: number | undefined;
  readonly isThinking: boolean;
}

export function Thought({ item, ms, isThinking }: ThoughtProps) {
  const [isOpen, toggle] = useOpen(`thought-${item.id}`);
  const text = textOfBlocks(item.blocks);
  if (text.trim() === "") return null;
  const took = ms === undefined ? "" : formatDuration(ms);
  const words = isThinking ? t("Thinking") : took === "" ? t("Thought") : t("Thought for {0}", took);
  return (
    <div className="thought" role="group" aria-label={t("Thought")} data-running={isThinking || undefined}>
      <button type="button" className="thought-head" aria-expanded={isOpen} onClick={toggle}>
        <Ellipsis size={16} aria-hidden />
        <span>{words}</span>
        {!isOpen && <span className="thought-line">{toOneLine(lineOf(text, isThinking), TITLE_CHARS_MAX)}</span>}
      </button>
      {isOpen && (
        <div className="thought-text">
          {item.blocks.map((block, at) =>
            block.type === "text" ? (
              <Markdown
                key={at}
                text={block.text}
                trimmedChars={item.trimmedChars}
                isOpen={isThinking}
                source={block}
              />
            ) : null,
          )}
        </div>
      )}
    </div>
  );
}

/** The beginning says what it was about; while it arrives, its end says where it is. */
function lineOf(text: string, isThinking: boolean): string {
  if (!isThinking) return text.slice(0, TITLE_CHARS_MAX * 2);
  const end = text.slice(-TITLE_CHARS_MAX).trimEnd();
  return end.slice(end.lastIndexOf("\n") + 1);
}
