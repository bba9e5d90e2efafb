// How a test says what it proves. coverage.test.ts reads these calls in the sources, so that both take literals only.
import { requirements, type RequirementId } from "./requirements.ts";
import type { Wire } from "./requirements/requirement.ts";

/** This test proves these requirements. The first statement of a test. */
export function verifies(...ids: readonly [RequirementId, ...RequirementId[]]): void {
  for (const id of ids) if (!Object.hasOwn(requirements, id)) throw new Error(`Unknown requirement ${id}`);
}

/** The wires that every test of a file runs on. Once per file. */
export function runsOn<const Wires extends readonly Wire[]>(...wires: Wires): Wires {
  return wires;
}
