// The sums of what is shown.
import { formatAmounts, formatCount, formatDuration } from "../words.ts";
import type { Sums } from "./usage-rows.ts";
import "./UsageSums.css";

export function UsageSums({ sums: { turns, tokens, input, output, cached, ms, costs } }: { readonly sums: Sums }) {
  const figures = [
    { name: "cost", value: costs.length === 0 ? "not reported" : formatAmounts(costs) },
    { name: "tokens", value: formatCount(tokens) },
    { name: "input", value: formatCount(input) },
    { name: "output", value: formatCount(output) },
    { name: "read from cache", value: formatCount(cached) },
    { name: "time", value: formatDuration(ms) },
    { name: "turns", value: String(turns) },
  ];
  return (
    <dl className="usage-sums" aria-label="Sums">
      {figures.map(({ name, value }) => (
        <div key={name} className="usage-sum">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
