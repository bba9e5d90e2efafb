// How full the context was, and what had been spent, over the same time as the bars above it.
import { formatCost, formatTokens } from "@parley/chat-model";
import type { Recording } from "../recording/recording.ts";
import type { Sample } from "../recording/samples.ts";
import "./UsageChart.css";

export interface UsageChartProps {
  readonly recording: Recording;
  readonly firstMs: number;
  readonly lastMs: number;
}

const [WIDTH, HEIGHT] = [1_000, 44];

export function UsageChart({ recording, firstMs, lastMs }: UsageChartProps) {
  const samples = recording.samples.all.filter(({ atMs }) => atMs <= lastMs);
  const latest = samples.at(-1);
  if (latest === undefined) return null;
  const most = Math.max(1, ...samples.map(({ used }) => used));
  const costs = samples.filter((sample): sample is Sample & { cost: number } => sample.cost !== undefined);
  const dearest = Math.max(Number.MIN_VALUE, ...costs.map(({ cost }) => cost));
  const x = (atMs: number): number => Math.max(0, ((atMs - firstMs) / Math.max(1, lastMs - firstMs)) * WIDTH);
  const lastCost = costs.at(-1);
  return (
    <figure className="usage-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="usage-chart-tokens" d={toSteps(samples.map((one) => [x(one.atMs), one.used / most]))} />
        <path className="usage-chart-cost" d={toSteps(costs.map((one) => [x(one.atMs), one.cost / dearest]))} />
      </svg>
      <figcaption>
        <span className="usage-chart-tokens">
          Context {formatTokens(latest.used)} of {formatTokens(latest.size)}, at most {formatTokens(most)}
        </span>
        {lastCost !== undefined && (
          <span className="usage-chart-cost">Cost {formatCost(lastCost.cost, lastCost.currency ?? "USD")}</span>
        )}
      </figcaption>
    </figure>
  );
}

/** A value holds until the next one. */
function toSteps(points: readonly (readonly [number, number])[]): string {
  const [first] = points;
  if (first === undefined) return "";
  const steps = points.map(([px, value]) => `H${px.toFixed(1)}V${y(value)}`);
  return `M${first[0].toFixed(1)} ${y(first[1])}${steps.join("")}H${WIDTH}`;
}

function y(value: number): string {
  return (HEIGHT - 1 - value * (HEIGHT - 3)).toFixed(1);
}
