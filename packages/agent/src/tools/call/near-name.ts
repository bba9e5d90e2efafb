// Which tool was meant, when none is called that: for a model that remembers a name almost.
import { NAME_DISTANCE_MAX, TOOL_NAMES_SHOWN_MAX } from "./limits.ts";

/** What the model reads: the name it may have meant, and all there are. */
export function describeUnknownTool(name: string, known: readonly string[]): string {
  if (known.length === 0) return `There is no tool "${name}": no tools can be used now.`;
  const near = findNearName(name, known);
  const guess = near === undefined ? "" : ` Did you mean "${near}"?`;
  const shown = known.slice(0, TOOL_NAMES_SHOWN_MAX).join(", ");
  const more = known.length > TOOL_NAMES_SHOWN_MAX ? `, and ${known.length - TOOL_NAMES_SHOWN_MAX} more` : "";
  return `There is no tool "${name}".${guess} The tools are: ${shown}${more}.`;
}

function findNearName(name: string, known: readonly string[]): string | undefined {
  const plain = simplify(name);
  if (plain === "") return undefined;
  const same = known.find((other) => simplify(other) === plain);
  if (same !== undefined) return same;
  const distances = known.map((other) => ({ other, distance: findDistance(plain, simplify(other)) }));
  const nearest = distances.toSorted((one, two) => one.distance - two.distance)[0];
  if (nearest !== undefined && nearest.distance <= Math.min(NAME_DISTANCE_MAX, plain.length / 2)) return nearest.other;
  // `read_file` for `read`, `search` for `mcp__docs__search`.
  return known.find((other) => plain.startsWith(simplify(other)) || simplify(other).endsWith(plain));
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Letters to change, put in or take out. More than the limit is only known to be more. */
function findDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > NAME_DISTANCE_MAX) return NAME_DISTANCE_MAX + 1;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      line.push(Math.min(change, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}
