// Which tool was meant, when none is called that: for a model that remembers a name almost.
import { editDistance } from "../../text/near-names.ts";
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

/** Not as for what people type: models write `read_file` for `read`, or leave out the server of `mcp__docs__search`. */
function findNearName(name: string, known: readonly string[]): string | undefined {
  const plain = simplify(name);
  if (plain === "") return undefined;
  const same = known.find((other) => simplify(other) === plain);
  if (same !== undefined) return same;
  const isNear = (other: string): boolean => Math.abs(simplify(other).length - plain.length) <= NAME_DISTANCE_MAX;
  const distances = known.filter(isNear).map((other) => ({ other, distance: editDistance(plain, simplify(other)) }));
  const nearest = distances.toSorted((one, two) => one.distance - two.distance)[0];
  if (nearest !== undefined && nearest.distance <= Math.min(NAME_DISTANCE_MAX, plain.length / 2)) return nearest.other;
  return known.find((other) => plain.startsWith(simplify(other)) || simplify(other).endsWith(plain));
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
