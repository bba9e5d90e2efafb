// A prompt: who sent it, from where and when, what is attached, and what can be done from here.
import { neutralise, truncate, t } from "@parley/base";
import type { MessageItem } from "@parley/acp/transcript";
import { describeAttachment, textOfBlocks } from "@parley/chat-model";
import { Paperclip } from "lucide-react";
import { ContentBlockView } from "../content/ContentBlockView.tsx";
import { PROMPT_CHARS_SHOWN, TITLE_CHARS_MAX } from "../limits.ts";
import { Button } from "../parts/Button.tsx";
import { useConversation, useOpen } from "./conversation-context.ts";
import { PromptActions } from "./PromptActions.tsx";
import { describePerson, describeSurface, formatDate, formatTime } from "./words.ts";
import "./Prompt.css";

export function Prompt({ item }: { readonly item: MessageItem }) {
  const { person } = useConversation();
  const [isWhole, toggle] = useOpen(`prompt-${item.id}`);
  const text = textOfBlocks(item.blocks).trimEnd();
  const isLong = text.length > PROMPT_CHARS_SHOWN;
  const attached = item.blocks.filter(({ type }) => type !== "text");
  const who = describePerson(item.actor, person);
  const surface = describeSurface(item.actor);
  return (
    <article className="prompt" aria-label={who}>
      <header className="prompt-head">
        <b className="prompt-who">{who}</b>
        {surface !== "" && <span>{surface}</span>}
        <time title={formatDate(item.at)}>{formatTime(item.at)}</time>
        <PromptActions item={item} text={text} />
      </header>
      <div className="prompt-text">
        {neutralise(isLong && !isWhole ? truncate(text, PROMPT_CHARS_SHOWN) : text)}
        {attached
          .filter(({ type }) => type !== "image")
          .map((block, at) => (
            <span key={at} className="prompt-chip">
              <Paperclip size={12} aria-hidden /> {truncate(describeAttachment(block), TITLE_CHARS_MAX)}
            </span>
          ))}
      </div>
      {isLong && (
        <Button look="quiet" aria-expanded={isWhole} onClick={toggle}>
          {isWhole ? t("Show less") : t("Show all")}
        </Button>
      )}
      {attached
        .filter(({ type }) => type === "image")
        .map((block, at) => (
          <ContentBlockView key={at} block={block} isOpen={false} />
        ))}
    </article>
  );
}
