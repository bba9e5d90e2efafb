// The sums of what is shown.
import { formatAmounts, formatCount, formatDuration } from "../words.ts";
import type { Sums } from "./usage-rows.ts";
import "./UsageSums.css";

const NONE = "not reported";

export function UsageSums({ sums: { turns, tokens, input, output, cached, ms, costs } }: { readonly sums: Sums }) {
  const figures: readonly (readonly [name: string, value: string])[] = [
    ["cost", costs.length === 0 ? NONE : formatAmounts(costs)],
    ["tokens", tokens === 0 ? NONE : formatCount(tokens)],
    ...(tokens === 0 ? [] : toParts({ input, output, cached })),
    ["time", formatDuration(ms)],
    ["turns", String(turns)],
  ];
  return (
    <dl className="usage-sums" aria-label="Sums">
      {figures.map(([name, value]) => (
        <div key={name} className="usage-sum">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function toParts({ input, output, cached }: Pick<Sums, "input" | "output" | "cached">) {
  return [
    ["input", formatCount(input)],
    ["output", formatCount(output)],
    ["read from cache", formatCount(cached)],
  ] as const;
}
