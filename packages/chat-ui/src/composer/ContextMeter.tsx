// How full the agent's context is, and what the session has cost.
import { t } from "@parley/base";
import { describeContextUse, formatCost, type SessionView } from "@parley/chat-model";
import { useView } from "../state/use-view.ts";
import "./ContextMeter.css";

export function ContextMeter({ view }: { readonly view: SessionView }) {
  const usage = useView(view, ({ state }) => state.usage);
  const cost = useView(view, ({ state }) => state.cost);
  const use = describeContextUse(usage);
  const percent = Math.min(100, Math.round((use?.share ?? 0) * 100));
  return (
    <>
      {use !== undefined && (
        <span
          className={use.isNearlyFull ? "context-meter context-meter-full" : "context-meter"}
          role="meter"
          aria-label={t("Context used")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={use.text}
          title={t("Context used: {0}", use.text)}
        >
          <span className="context-meter-bar">
            <span style={{ width: `${percent}%` }} />
          </span>
          {percent} %
        </span>
      )}
      {cost !== null && (
        <span className="context-meter" title={t("Cost of this session")}>
          {formatCost(cost.amount, cost.currency)}
        </span>
      )}
    </>
  );
}
