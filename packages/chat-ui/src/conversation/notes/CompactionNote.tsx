// The agent replaced its context by a summary, which can be read.
import type { CompactionItem } from "@parley/acp/transcript";
import { Button } from "../../parts/Button.tsx";
import { ContentBlockView } from "../../content/ContentBlockView.tsx";
import { useOpen } from "../conversation-context.ts";
import { Note } from "./Note.tsx";

export function CompactionNote({ item }: { readonly item: CompactionItem }) {
  const [isOpen, toggle] = useOpen(`compaction-${item.id}`);
  const { status, error, blocks } = item;
  if (status === "failed") {
    return <Note severity="warning" text="The conversation could not be summarized." detail={error ?? undefined} />;
  }
  const text = status === "completed" ? "The conversation was summarized. " : "Summarizing the conversation… ";
  return (
    <Note severity="info" text={text}>
      {blocks.length > 0 && (
        <Button look="quiet" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? "Hide summary" : "Show summary"}
        </Button>
      )}
      {isOpen && blocks.map((block, at) => <ContentBlockView key={at} block={block} isOpen={false} />)}
    </Note>
  );
}
