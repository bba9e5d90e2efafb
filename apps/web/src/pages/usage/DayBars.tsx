// One bar for each day. A bar that is pressed narrows everything else down to its day; pressed again, it shows all days.
import type { KeyboardEvent } from "react";
import { formatMeasure } from "./format-measure.ts";
import { amountOf, applyFilter, sumOf, type Measure, type UsageRow } from "./usage-rows.ts";
import "./DayBars.css";

export interface DayBarsProps {
  readonly rows: readonly UsageRow[];
  readonly days: readonly string[];
  readonly measure: Measure;
  readonly chosen: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

const HEIGHT = 120;
const STEP = 12;
const WIDTH = 9;
/** A day with a little must not look like one with nothing. */
const BAR_LEAST = 2;

export function DayBars({ rows, days, measure, chosen, onChoose }: DayBarsProps) {
  const bars = days.map((day) => ({ day, sums: sumOf(applyFilter(rows, { day })) }));
  const most = Math.max(0, ...bars.map(({ sums }) => amountOf(sums, measure)));
  return (
    <figure className="day-bars">
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="group"
        aria-label={`${measure} by day`}
      >
        {bars.map(({ day, sums }, index) => {
          const amount = amountOf(sums, measure);
          const height = most === 0 || amount === 0 ? 0 : Math.max(BAR_LEAST, (amount / most) * (HEIGHT - 4));
          const choose = (): void => onChoose(day === chosen ? undefined : day);
          const onKeyDown = (event: KeyboardEvent): void => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            choose();
          };
          if (sums.turns === 0) return null;
          return (
            <g
              key={day}
              role="button"
              tabIndex={0}
              aria-label={`${day}: ${formatMeasure(sums, measure)}`}
              aria-pressed={day === chosen}
              className="day-bar"
              data-faded={chosen !== undefined && day !== chosen}
              onClick={choose}
              onKeyDown={onKeyDown}
            >
              <title>{`${day}: ${formatMeasure(sums, measure)}`}</title>
              <rect className="day-bar-place" x={index * STEP} y={0} width={STEP} height={HEIGHT} />
              <rect
                className="day-bar-shown"
                x={index * STEP + 1.5}
                y={HEIGHT - height}
                width={WIDTH}
                height={height}
              />
            </g>
          );
        })}
      </svg>
      <figcaption className="day-bars-caption">
        <span>{days.at(0)}</span>
        <span>{most === 0 ? "" : `highest day: ${formatMost(bars, measure, most)}`}</span>
        <span>{days.at(-1)}</span>
      </figcaption>
    </figure>
  );
}

type Bars = readonly { readonly sums: ReturnType<typeof sumOf> }[];

function formatMost(bars: Bars, measure: Measure, most: number): string {
  const found = bars.find(({ sums }) => amountOf(sums, measure) === most);
  return found === undefined ? "" : formatMeasure(found.sums, measure);
}
