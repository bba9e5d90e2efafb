// Compares the requirements with what the tests cite.
import type { Requirements } from "../requirements/requirement.ts";
import type { Citations } from "./read-citations.ts";

/** What is missing or wrong, one line each. */
export function findGaps(requirements: Requirements, files: readonly Citations[]): string[] {
  const faults = files.flatMap(({ file, ids, problems }) => [
    ...problems.map((problem) => `${file}: ${problem}`),
    ...ids.filter((id) => !Object.hasOwn(requirements, id)).map((id) => `${file}: cites ${id}, which does not exist`),
  ]);
  for (const [id, { on, later }] of Object.entries(requirements)) {
    const citing = files.filter(({ ids }) => ids.includes(id));
    if (later !== undefined) {
      if (citing.length > 0) faults.push(`${id} is said to come later, and ${citing[0]?.file} cites it`);
      continue;
    }
    if (citing.length === 0) faults.push(`${id} is cited by no test`);
    const wires = new Set(citing.flatMap((citations) => citations.wires));
    for (const wire of on) if (citing.length > 0 && !wires.has(wire)) faults.push(`${id} is not tested over ${wire}`);
  }
  return faults;
}
