// An agent as the commands of `parley agents` tell it: in words, and as JSON whose shape stays.
import { quirksOf, type AgentReport, type AgentStatus, type Quirk, type RegistryAgent } from "@parley/catalogue";
import type { DescribedSandbox } from "@parley/client/sandbox";
import type { Remedy, SandboxSetting } from "@parley/base";
import type { StyleName } from "../terminal/line.ts";

/** `available`: the registry has it, this machine does not. */
export type AgentState = AgentStatus["state"] | "available";

export interface AgentJson {
  readonly name: string;
  readonly title: string;
  readonly state: AgentState;
  /** `known`, `custom`, `installed` by us, `own`, or `registry`. */
  readonly origin: string;
  readonly version?: string | undefined;
  readonly path?: string | undefined;
  /** How it would be started. */
  readonly command?: readonly string[] | undefined;
  /** What is wrong with it, or odd about it. */
  readonly message?: string | undefined;
  readonly remedy?: Remedy | undefined;
  /** The version that we installed, whether or not that is the one in use. */
  readonly installedVersion?: string | undefined;
  readonly description?: string | undefined;
  /** What it runs in, and what it sees there; `show` only. */
  readonly sandbox?: SandboxJson | undefined;
  /** Known faults of this version that Parley works around; `show` only. */
  readonly quirks?: readonly AgentQuirkJson[] | undefined;
}

interface SandboxJson extends DescribedSandbox {
  /** off, on, limited or offline, by the configuration as it is. */
  readonly setting: SandboxSetting;
}

interface AgentQuirkJson extends Pick<Quirk, "id" | "problem" | "workaround" | "reference"> {}

export const STATE_STYLES: Readonly<Record<AgentState, StyleName>> = {
  ready: "good",
  missing: "dim",
  available: "dim",
  too_old: "warn",
  broken: "bad",
};

export function toAgentJson({ name, title, origin, status, installed }: AgentReport): AgentJson {
  return { name, title, origin, state: status.state, ...toFacts(status), installedVersion: installed?.version };
}

function toFacts(status: AgentStatus): Partial<AgentJson> {
  switch (status.state) {
    case "ready": {
      const { path, version, launch, warning } = status;
      return { path, version, command: [launch.command, ...launch.args], message: warning };
    }
    case "missing":
      return { message: status.message, remedy: status.install };
    case "too_old": {
      const { path, version, minimum, update } = status;
      return { path, version, message: `${minimum} or newer is required`, remedy: update };
    }
    case "broken": {
      const { path, message, remedy } = status;
      return { path, message, remedy };
    }
  }
}

/** Also of one that is not on this machine: for its newest version. */
export function toQuirksJson({ name, status }: AgentReport): readonly AgentQuirkJson[] {
  const launch = status.state === "ready" ? status.launch : { name, command: "" };
  return quirksOf(launch).map(({ id, problem, workaround, reference }) => ({ id, problem, workaround, reference }));
}

export function fromRegistry({ id, title, version, description }: RegistryAgent): AgentJson {
  const remedy = { label: "Install it", command: `parley agents install ${id}` };
  return { name: id, title, origin: "registry", state: "available", version, description, remedy };
}

/** What to do about it, in one line. */
export function describeRemedy({ message, remedy }: AgentJson): string {
  const how = remedy?.command ?? remedy?.url ?? remedy?.label;
  return [message, how].filter((text) => text !== undefined && text !== "").join(": ");
}
