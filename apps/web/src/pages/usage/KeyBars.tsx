// One bar for each agent, model or folder, the longest first. A bar that is pressed narrows everything else down to it.
import { revealLine } from "@parley/base";
import { USAGE_BARS_MAX } from "../../limits.ts";
import { formatMeasure } from "./format-measure.ts";
import { nameOf } from "./names.ts";
import { amountOf, groupBy, type Measure, type UsageKey, type UsageRow } from "./usage-rows.ts";
import "./KeyBars.css";

export interface KeyBarsProps {
  readonly rows: readonly UsageRow[];
  readonly by: UsageKey;
  readonly measure: Measure;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string | undefined) => void;
}

export function KeyBars({ rows, by, measure, chosen, onChoose }: KeyBarsProps) {
  const groups = groupBy(rows, by, measure);
  const [longest] = groups;
  const most = longest === undefined ? 0 : amountOf(longest, measure);
  return (
    <>
      <ul className="key-bars" aria-label={`${measure} by ${by}`}>
        {groups.slice(0, USAGE_BARS_MAX).map((group) => (
          <li key={group.name}>
            <button
              type="button"
              className="key-bar"
              aria-pressed={group.name === chosen}
              onClick={() => onChoose(group.name === chosen ? undefined : group.name)}
            >
              <span className="key-bar-name">{revealLine(nameOf(group.name))}</span>
              <span className="key-bar-value">{formatMeasure(group, measure)}</span>
              <svg className="key-bar-line" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width={most === 0 ? 0 : (amountOf(group, measure) / most) * 100} height={4} />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      {groups.length > USAGE_BARS_MAX && (
        <p className="key-bars-more">{groups.length - USAGE_BARS_MAX} more in the breakdown</p>
      )}
    </>
  );
}
