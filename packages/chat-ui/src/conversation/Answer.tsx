// An answer of the agent: markdown as it arrives, and what else it shows.
import { t } from "@parley/base";
import type { MessageItem } from "@parley/acp/transcript";
import { textOfBlocks } from "@parley/chat-model";
import { ContentBlockView } from "../content/ContentBlockView.tsx";
import { Markdown } from "../markdown/Markdown.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import "./Answer.css";

export interface AnswerProps {
  readonly item: MessageItem;
  readonly agent: string;
  /** More may come. */
  readonly isOpen: boolean;
}

export function Answer({ item, agent, isOpen }: AnswerProps) {
  const last = item.blocks.length - 1;
  return (
    <article className="answer" aria-label={agent}>
      {item.trimmedChars > 0 && (
        <p className="answer-note">{t("The start of this answer is not shown because it is too long.")}</p>
      )}
      {item.blocks.map((block, at) =>
        block.type === "text" ? (
          <Markdown
            key={at}
            text={block.text}
            trimmedChars={at === 0 ? item.trimmedChars : 0}
            isOpen={isOpen && at === last}
            source={block}
          />
        ) : (
          <ContentBlockView key={at} block={block} isOpen />
        ),
      )}
      {!isOpen && (
        <div className="answer-actions">
          <CopyButton text={textOfBlocks(item.blocks)} label={t("Copy answer")} />
        </div>
      )}
    </article>
  );
}
