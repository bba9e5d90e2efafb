// What the figures are narrowed down to; each can be taken out again.
import { revealLine } from "@parley/base";
import { Button } from "@parley/chat-ui";
import { X } from "lucide-react";
import { nameOf } from "./names.ts";
import { changeFilter, USAGE_KEYS, type UsageFilter } from "./usage-rows.ts";

export interface FilterChipsProps {
  readonly filter: UsageFilter;
  readonly onChange: (filter: UsageFilter) => void;
}

export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const keys = USAGE_KEYS.filter((key) => filter[key] !== undefined);
  if (keys.length === 0) return null;
  return (
    <div role="group" aria-label="Filters" className="usage-sums">
      {keys.map((key) => {
        const shown = revealLine(nameOf(filter[key] ?? ""));
        return (
          <Button key={key} onClick={() => onChange(changeFilter(filter, key, undefined))}>
            {key}: {shown}
            <span className="parley-hidden">, show every {key}</span>
            <X size={13} aria-hidden="true" />
          </Button>
        );
      })}
    </div>
  );
}
