// Chooses one of the distributions that the registry offers for this machine.
import type { BinaryDistribution, PackageDistribution, RegistryAgent, Target } from "../registry/registry-agent.ts";
import type { HostEnvironment } from "../programs/host-environment.ts";
import { findTool } from "./find-tool.ts";
import { installBinary } from "./from-binary.ts";
import { installFromNpm } from "./from-npm.ts";
import { installWithUv } from "./from-uv.ts";
import { installError } from "./install-error.ts";
import type { DistributionKind } from "./installed-agent.ts";
import type { Installed, Work } from "./install-method.ts";

export interface InstallMethod {
  readonly kind: DistributionKind;
  install(work: Work): Promise<Installed>;
}

const SYSTEMS: Readonly<Record<string, string>> = { darwin: "darwin", linux: "linux", win32: "windows" };
const PROCESSORS: Readonly<Record<string, string>> = { arm64: "aarch64", x64: "x86_64" };

/**
 * The most verifiable comes first: a binary with a known hash, then packages, whose hashes npm and uv check, then a binary
 * without a hash. A distribution whose installer is missing is skipped if there is another.
 */
export async function chooseMethod(
  agent: RegistryAgent,
  host: HostEnvironment,
  kind: DistributionKind | undefined,
): Promise<InstallMethod> {
  const binary = agent.binary.get(`${SYSTEMS[host.platform]}-${PROCESSORS[host.arch]}` as Target);
  const methods: InstallMethod[] = [];
  if (binary?.sha256 !== undefined) methods.push(byBinary(agent, binary));
  if (agent.npx !== undefined) methods.push(byNpm(agent, agent.npx));
  if (agent.uvx !== undefined) methods.push(byUv(agent, agent.uvx));
  if (binary !== undefined && binary.sha256 === undefined) methods.push(byBinary(agent, binary));
  const wanted = methods.filter((method) => kind === undefined || method.kind === kind);
  for (const method of wanted) if (await isPossible(method, host)) return method;
  // The first one's error says what is missing.
  if (wanted[0] !== undefined) return wanted[0];
  const here = kind ?? `${host.platform} on ${host.arch}`;
  throw installError(agent.title, `the registry has no distribution for ${here}`);
}

async function isPossible({ kind }: InstallMethod, host: HostEnvironment): Promise<boolean> {
  switch (kind) {
    case "binary":
      return true;
    case "npx":
      return (await findTool("npm", host)) !== undefined;
    case "uvx":
      return (await findTool("uv", host)) !== undefined;
  }
}

function byBinary({ title }: RegistryAgent, binary: BinaryDistribution): InstallMethod {
  return { kind: "binary", install: (work) => installBinary(title, binary, work) };
}

function byNpm({ title }: RegistryAgent, npx: PackageDistribution): InstallMethod {
  return { kind: "npx", install: (work) => installFromNpm(title, npx, work) };
}

function byUv({ title }: RegistryAgent, uvx: PackageDistribution): InstallMethod {
  return { kind: "uvx", install: (work) => installWithUv(title, uvx, work) };
}
