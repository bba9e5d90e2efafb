// How many lines were added and removed.
import "./LineCounts.css";

export interface LineCountsProps {
  readonly added: number | undefined;
  readonly removed: number | undefined;
}

export function LineCounts({ added = 0, removed = 0 }: LineCountsProps) {
  return (
    <span className="line-counts">
      {added > 0 && <span className="line-counts-added">+{added.toLocaleString("en")}</span>}
      {removed > 0 && <span className="line-counts-removed">{`\u2212${removed.toLocaleString("en")}`}</span>}
    </span>
  );
}
