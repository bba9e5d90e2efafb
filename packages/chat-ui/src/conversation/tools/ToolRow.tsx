// A tool call: one line by its kind, which opens to what it did.
import type { ToolCallItem } from "@parley/acp/transcript";
import { isOver, type ItemView } from "@parley/chat-model";
import { CircleAlert, CircleDashed, LoaderCircle } from "lucide-react";
import { lazyPart } from "../../parts/lazy-part.tsx";
import { useView } from "../../state/use-view.ts";
import { useConversation, useOpen } from "../conversation-context.ts";
import { hasDetails } from "./has-details.ts";
import { ToolFacts } from "./ToolFacts.tsx";
import { toolIcon } from "./tool-icon.ts";
import { toToolTitle } from "./tool-title.ts";
import "./ToolRow.css";

const ToolDetails = lazyPart(async () => (await import("./ToolDetails.tsx")).ToolDetails);

export interface ToolRowProps extends Omit<ItemView, "item"> {
  readonly item: ToolCallItem;
}

export function ToolRow(props: ToolRowProps) {
  const { item, isCut = false } = props;
  const { view } = useConversation();
  const cwd = useView(view, ({ state }) => state.agent?.cwd);
  const [isOpen, toggle] = useOpen(`tool-${item.id}`);
  const title = toToolTitle(item, cwd, props.verdict?.isAllowed === false);
  const canOpen = hasDetails(item);
  const head = (
    <>
      <ToolIcon item={item} isCut={isCut} />
      <span className="tool-row-title">
        {title.before}
        {title.code !== "" && <code className="tool-row-code">{title.code}</code>}
        {title.after}
      </span>
      <ToolFacts {...props} />
    </>
  );
  return (
    <div
      className="tool-row"
      role="group"
      aria-label={title.name}
      data-kind={item.kind ?? "other"}
      data-status={item.status ?? "pending"}
    >
      {canOpen ? (
        <button type="button" className="tool-row-head" aria-expanded={isOpen} onClick={toggle}>
          {head}
        </button>
      ) : (
        <div className="tool-row-head">{head}</div>
      )}
      {isOpen && canOpen && <ToolDetails item={item} cwd={cwd} isOver={isCut || isOver(item)} />}
    </div>
  );
}

function ToolIcon({ item, isCut }: { readonly item: ToolCallItem; readonly isCut: boolean }) {
  if (item.status === "failed") return <CircleAlert className="tool-row-failed" size={16} aria-hidden />;
  if (isCut) return <CircleDashed size={16} aria-hidden />;
  if (!isOver(item)) return <LoaderCircle className="tool-row-running" size={16} aria-hidden />;
  const Icon = toolIcon(item.kind);
  return <Icon size={16} aria-hidden />;
}
