// What faults and clients act on: some servers, and what they need.
import type { Evidence } from "../check/evidence.ts";
import type { PlannedFault, FaultKind } from "../plan/schedule.ts";
import type { ChaosNode } from "./chaos-node.ts";

/** Something that breaks for a while. `begin` returns how to repair it. */
export interface Fault<In> extends FaultKind {
  begin(world: In, planned: PlannedFault): Promise<() => Promise<void>>;
}

export interface World extends AsyncDisposable {
  readonly nodes: readonly ChaosNode[];
  readonly token: string;
  /** Where agents work. */
  readonly work: string;
  /** Each witnessed prompt leaves a line here. */
  readonly witnessFile: string;
  readonly faults: readonly FaultKind[];
  begin(planned: PlannedFault): Promise<() => Promise<void>>;
  /** Makes everything run again, whatever the faults left. */
  repair(): Promise<void>;
  /** Who wrote what, if the store can tell. */
  readWrites(): Promise<Evidence["writes"]>;
}

/** Looks the fault up by the name that the schedule has. */
export function beginFault<In>(
  faults: readonly Fault<In>[],
  world: In,
  planned: PlannedFault,
): Promise<() => Promise<void>> {
  const fault = faults.find(({ name }) => name === planned.fault);
  if (fault === undefined) throw new Error(`Fault ${planned.fault} not found`);
  return fault.begin(world, planned);
}
