// The agent replaced its context by a summary, which can be read.
import { t } from "@parley/base";
import type { CompactionItem } from "@parley/acp/transcript";
import { Button } from "../../parts/Button.tsx";
import { ContentBlockView } from "../../content/ContentBlockView.tsx";
import { useOpen } from "../conversation-context.ts";
import { Note } from "./Note.tsx";

export function CompactionNote({ item }: { readonly item: CompactionItem }) {
  const [isOpen, toggle] = useOpen(`compaction-${item.id}`);
  const { status, error, blocks } = item;
  if (status === "failed") {
    return (
      <Note severity="warning" text={t("The conversation could not be summarized.")} detail={error ?? undefined} />
    );
  }
  const text =
    status === "completed" ? `${t("The conversation was summarized.")} ` : `${t("Summarizing the conversation…")} `;
  return (
    <Note severity="info" text={text}>
      {blocks.length > 0 && (
        <Button look="quiet" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? t("Hide summary") : t("Show summary")}
        </Button>
      )}
      {isOpen && blocks.map((block, at) => <ContentBlockView key={at} block={block} isOpen={false} />)}
    </Note>
  );
}
