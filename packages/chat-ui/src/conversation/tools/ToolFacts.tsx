// What is worth knowing of a tool call without opening it: lines, exit code, how it was decided, how long it took.
import { t } from "@parley/base";
import type { ToolCallItem } from "@parley/acp/transcript";
import { durationMs, formatDuration, formatElapsed, isOver, type SessionView, type Verdict } from "@parley/chat-model";
import { SECONDS_REFRESH_MS } from "../../limits.ts";
import { lazyPart } from "../../parts/lazy-part.tsx";
import { useNow } from "../../state/use-now.ts";
import { useView } from "../../state/use-view.ts";
import { useConversation } from "../conversation-context.ts";
import { toName } from "../words.ts";
import type { ToolRowProps } from "./ToolRow.tsx";
import "./ToolFacts.css";

// A row has no room for a failure; its details say it.
const ChangedLines = lazyPart(async () => (await import("./ChangedLines.tsx")).ChangedLines, null, null);

export function ToolFacts({ item, ms, verdict, isCut = false }: ToolRowProps) {
  const { view } = useConversation();
  const exitCode = useView(view, (all) => exitCodeOf(item, all));
  const hasDiff = item.content.some(({ type }) => type === "diff");
  const isRunning = !isOver(item) && !isCut;
  const now = useNow(isRunning ? SECONDS_REFRESH_MS : undefined);
  const took = isRunning ? elapsedOf(item, view, now) : ms === undefined ? "" : formatDuration(ms);
  const failed = item.status === "failed" && verdict?.isAllowed !== false && exitCode === undefined;
  return (
    <span className="tool-facts">
      {hasDiff && <ChangedLines content={item.content} />}
      {exitCode !== undefined && <span className="tool-facts-bad">{t("exit {0}", exitCode)}</span>}
      {failed && <span className="tool-facts-bad">{t("failed")}</span>}
      {verdict !== undefined && <DescribedVerdict verdict={verdict} />}
      {isCut && !isOver(item) && <span className="tool-facts-warn">{t("not finished")}</span>}
      {took !== "" && <span>{took}</span>}
    </span>
  );
}

/** What was allowed needs no word: the work itself is there. */
function DescribedVerdict({ verdict: { isAllowed, by, reason } }: { readonly verdict: Verdict }) {
  if (isAllowed) return null;
  const words =
    by === "user"
      ? t("rejected")
      : by === "remembered"
        ? t("rejected as remembered")
        : t("rejected by {0}", toName(by));
  return (
    <span className="tool-facts-warn" title={reason === null ? undefined : toName(reason)}>
      {words}
    </span>
  );
}

/** Of a command that did not end well. */
function exitCodeOf({ content }: ToolCallItem, view: SessionView): number | undefined {
  for (const part of content) {
    const code = part.type === "terminal" ? view.terminal(part.terminalId)?.exit?.exitCode : undefined;
    if (typeof code === "number" && code !== 0) return code;
  }
  return undefined;
}

function elapsedOf({ id }: ToolCallItem, view: SessionView, now: number): string {
  const timing = view.runningTools.find(({ item }) => item.id === id)?.timing;
  return timing === undefined ? "" : formatElapsed(durationMs(timing, now));
}
