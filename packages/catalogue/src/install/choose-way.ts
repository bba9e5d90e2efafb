// Which of the ways that the registry offers is taken on this machine.
import type { BinaryDistribution, PackageDistribution, RegistryAgent, Target } from "../registry/registry-agent.ts";
import type { Surroundings } from "../programs/surroundings.ts";
import { findTool } from "./find-tool.ts";
import { installBinary } from "./from-binary.ts";
import { installFromNpm } from "./from-npm.ts";
import { installWithUv } from "./from-uv.ts";
import { installError } from "./install-error.ts";
import type { DistributionKind } from "./installed-agent.ts";
import type { Installed, Work } from "./way.ts";

export interface Way {
  readonly kind: DistributionKind;
  install(work: Work): Promise<Installed>;
}

const SYSTEMS: Readonly<Record<string, string>> = { darwin: "darwin", linux: "linux", win32: "windows" };
const PROCESSORS: Readonly<Record<string, string>> = { arm64: "aarch64", x64: "x86_64" };

/**
 * What can be checked comes first: a binary whose hash is known, then packages, whose hashes npm and uv check, then a binary
 * without. A way whose program is not on this machine is passed over while there is another.
 */
export async function chooseWay(
  agent: RegistryAgent,
  surroundings: Surroundings,
  kind: DistributionKind | undefined,
): Promise<Way> {
  const binary = agent.binary.get(`${SYSTEMS[surroundings.platform]}-${PROCESSORS[surroundings.arch]}` as Target);
  const ways: Way[] = [];
  if (binary?.sha256 !== undefined) ways.push(byBinary(agent, binary));
  if (agent.npx !== undefined) ways.push(byNpm(agent, agent.npx));
  if (agent.uvx !== undefined) ways.push(byUv(agent, agent.uvx));
  if (binary !== undefined && binary.sha256 === undefined) ways.push(byBinary(agent, binary));
  const wanted = ways.filter((way) => kind === undefined || way.kind === kind);
  for (const way of wanted) if (await isPossible(way, surroundings)) return way;
  // The first one says what it lacks.
  if (wanted[0] !== undefined) return wanted[0];
  const here = kind ?? `${surroundings.platform} on ${surroundings.arch}`;
  throw installError(agent.title, `the registry has nothing for ${here}`);
}

async function isPossible({ kind }: Way, surroundings: Surroundings): Promise<boolean> {
  switch (kind) {
    case "binary":
      return true;
    case "npx":
      return (await findTool("npm", surroundings)) !== undefined;
    case "uvx":
      return (await findTool("uv", surroundings)) !== undefined;
  }
}

function byBinary({ title }: RegistryAgent, binary: BinaryDistribution): Way {
  return { kind: "binary", install: (work) => installBinary(title, binary, work) };
}

function byNpm({ title }: RegistryAgent, npx: PackageDistribution): Way {
  return { kind: "npx", install: (work) => installFromNpm(title, npx, work) };
}

function byUv({ title }: RegistryAgent, uvx: PackageDistribution): Way {
  return { kind: "uvx", install: (work) => installWithUv(title, uvx, work) };
}
