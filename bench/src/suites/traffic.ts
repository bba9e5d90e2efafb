// What the suites of traffic have in common: rounds of a client and an agent process, and their table.
import type { ImplementationName } from "../peers/peer.ts";
import type { Column, Row } from "../result.ts";
import { runEntry } from "../run-entry.ts";
import { toMeasure } from "../statistics.ts";
import { interleave, type SuiteContext } from "../suite.ts";
import type { TrafficOrder, TrafficSample } from "../traffic.ts";

export interface TrafficPlan<Name extends ImplementationName> {
  readonly implementations: readonly Name[];
  readonly kind: TrafficOrder["kind"];
  readonly warmUp: number;
  readonly count: number;
  readonly textBytes?: number;
  readonly oneCore?: boolean;
}

export const TRAFFIC_COLUMNS: readonly Column[] = [
  { title: "CPU µs, client", digits: 2 },
  { title: "CPU µs, agent", digits: 2 },
  { title: "CPU µs, both", digits: 2 },
  { title: "wall µs", digits: 2 },
];

const LABELS: Record<ImplementationName, string> = {
  ours: "Parley",
  sdk: "official SDK",
  raw: "bare loop, one write per message",
  "raw-coalesced": "bare loop, 64 messages per write",
};

export function measureTraffic<Name extends ImplementationName>(
  { rounds, quick, profileFolder, progress }: SuiteContext,
  { implementations, kind, warmUp, count, textBytes = 0, oneCore = false }: TrafficPlan<Name>,
): Promise<Record<Name, TrafficSample[]>> {
  return interleave(implementations, rounds, async (implementation, round) => {
    const order: TrafficOrder = {
      implementation,
      kind,
      warmUp,
      count: quick ? count / 10 : count,
      textBytes,
      agentFlags: profileFlags(profileFolder, implementation, kind, "agent"),
    };
    const sample = await runEntry<TrafficSample>("client", {
      args: [JSON.stringify(order)],
      nodeFlags: profileFlags(profileFolder, implementation, kind, "client"),
      oneCore,
    });
    progress(`${kind}, round ${round + 1}: ${implementation} ${bothCpuUs(sample).toFixed(2)} µs`);
    return sample;
  });
}

export function bothCpuUs({ clientCpuUs, agentCpuUs }: TrafficSample): number {
  return clientCpuUs + agentCpuUs;
}

export function trafficRow(name: ImplementationName, samples: readonly TrafficSample[], note = ""): Row {
  const cells = [
    toMeasure(samples.map(({ clientCpuUs }) => clientCpuUs)),
    toMeasure(samples.map(({ agentCpuUs }) => agentCpuUs)),
    toMeasure(samples.map(bothCpuUs)),
    toMeasure(samples.map(({ wallUs }) => wallUs)),
  ];
  return { label: `${LABELS[name]}${note}`, cells };
}

function profileFlags(folder: string | undefined, name: string, kind: string, side: string): string[] {
  return folder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}/${kind}-${name}-${side}`];
}
