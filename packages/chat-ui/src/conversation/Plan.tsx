// The agent's plan, pinned above the conversation: open while it is worked on, one line otherwise.
import { neutralLine, truncate, t } from "@parley/base";
import type { PlanEntry } from "@parley/acp";
import { ChevronDown, ChevronRight, Circle, CircleCheck, CircleDot } from "lucide-react";
import { PLAN_ENTRIES_MAX, TITLE_CHARS_MAX } from "../limits.ts";
import { useView } from "../state/use-view.ts";
import { useConversation, useOpen } from "./conversation-context.ts";
import "./Plan.css";

const STATES = {
  completed: { Icon: CircleCheck, toWords: () => t("done") },
  in_progress: { Icon: CircleDot, toWords: () => t("in progress") },
  pending: { Icon: Circle, toWords: () => t("to do") },
} as const;

export function Plan() {
  const { view } = useConversation();
  const entries = useView(view, ({ state }) => state.plan);
  const isRunning = useView(view, ({ state }) => state.running);
  const done = entries.filter(({ status }) => status === "completed").length;
  const isWorked = isRunning && done < entries.length;
  const [isOpen, toggle] = useOpen(`plan-${isWorked}`, isWorked);
  if (entries.length === 0) return null;
  const current = entries.find(({ status }) => status === "in_progress");
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="plan">
      <div className="plan-inner">
        <button type="button" className="plan-head" aria-expanded={isOpen} onClick={toggle}>
          <Chevron size={14} aria-hidden />
          <span>{t("Plan: {0} of {1} done", done, entries.length)}</span>
          {!isOpen && current !== undefined && <span className="plan-current">{toShown(current)}</span>}
        </button>
        {isOpen && (
          <ol className="plan-entries" aria-label={t("Plan")}>
            {entries.slice(0, PLAN_ENTRIES_MAX).map((entry, at) => (
              <Entry key={at} entry={entry} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function Entry({ entry }: { readonly entry: PlanEntry }) {
  const status = entry.status in STATES ? (entry.status as keyof typeof STATES) : "pending";
  const { Icon, toWords } = STATES[status];
  return (
    <li className={`plan-entry plan-${status}`}>
      <Icon size={15} aria-hidden />
      <span className="plan-text">{toShown(entry)}</span>
      <span className="parley-hidden">, {toWords()}</span>
      {entry.priority === "high" && <span className="plan-priority">{t("high priority")}</span>}
    </li>
  );
}

function toShown({ content }: PlanEntry): string {
  return neutralLine(truncate(content, TITLE_CHARS_MAX));
}
