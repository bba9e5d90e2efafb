// Which view of a changed file is shown: its hunks, or its text before or after.
import type { ShownFile } from "./changes-port.ts";
import "./FileSides.css";

const SIDES = { hunks: "Diff", before: "Before", after: "After" } as const;

export type Side = keyof typeof SIDES;

export interface FileSidesProps {
  readonly shown: ShownFile;
  readonly name: string;
  readonly side: Side;
  readonly onSelect: (side: Side) => void;
}

export function FileSides({ shown, name, side, onSelect }: FileSidesProps) {
  const sides = (Object.keys(SIDES) as Side[]).filter((one) => one === "hunks" || shown[one] !== null);
  if (sides.length === 1) return null;
  return (
    <div className="file-sides" role="group" aria-label={`View of ${name}`}>
      {sides.map((one) => (
        <button key={one} type="button" aria-pressed={one === side} onClick={() => onSelect(one)}>
          {SIDES[one]}
        </button>
      ))}
    </div>
  );
}
