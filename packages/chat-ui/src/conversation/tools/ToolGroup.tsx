// Several tool calls in a row that only look at something, as one line that opens to each of them.
import { t } from "@parley/base";
import type { ToolCallItem } from "@parley/acp/transcript";
import { isOver, type SessionView } from "@parley/chat-model";
import { LoaderCircle } from "lucide-react";
import { useView } from "../../state/use-view.ts";
import { useConversation, useOpen } from "../conversation-context.ts";
import { describeGroup } from "./describe-group.ts";
import { toolIcon } from "./tool-icon.ts";
import { ToolRow } from "./ToolRow.tsx";
import "./ToolGroup.css";

export function ToolGroup({ ids }: { readonly ids: readonly number[] }) {
  const { view } = useConversation();
  // The number of calls that are over says whether the line has to be drawn again.
  useView(view, (all) => ids.filter((id) => isDone(all, id)).length);
  const cwd = useView(view, ({ state }) => state.agent?.cwd);
  const [isOpen, toggle] = useOpen(`tools-${ids[0]}`);
  const items = ids.flatMap((id) => callOf(view, id) ?? []);
  const isRunning = view.state.running && items.some((item) => !isOver(item));
  const { verb, codes, more } = describeGroup(items, cwd);
  const Icon = isRunning ? LoaderCircle : toolIcon(items[0]?.kind ?? null);
  const failed = items.filter(({ status }) => status === "failed").length;
  return (
    <div className="tool-group" role="group" aria-label={t("{0} tool calls", items.length)}>
      <button type="button" className="tool-row-head" aria-expanded={isOpen} onClick={toggle}>
        <Icon className={isRunning ? "tool-row-running" : ""} size={16} aria-hidden />
        <span className="tool-row-title">
          {verb}{" "}
          {codes.map((code, at) => (
            <span key={at}>
              {at > 0 && ", "}
              <code className="tool-row-code">{code}</code>
            </span>
          ))}
          {more > 0 && ` ${t("and {0} more", more)}`}
        </span>
        {failed > 0 && <span className="tool-group-failed">{t("{0} failed", failed)}</span>}
      </button>
      {isOpen && (
        <div className="tool-group-calls">
          {ids.map((id) => (
            <GroupedCall key={id} id={id} />
          ))}
        </div>
      )}
    </div>
  );
}

function GroupedCall({ id }: { readonly id: number }) {
  const { view } = useConversation();
  const call = useView(view, (all) => all.item(id));
  return call?.item.type === "tool_call" ? <ToolRow {...call} item={call.item} /> : null;
}

function callOf(view: SessionView, id: number): ToolCallItem | undefined {
  const item = view.item(id)?.item;
  return item?.type === "tool_call" ? item : undefined;
}

function isDone(view: SessionView, id: number): boolean {
  const item = callOf(view, id);
  return item !== undefined && isOver(item);
}
