// How `parley agents` and `parley doctor` print an agent: as text, and as JSON in a stable format.
import { quirksOf, type AgentReport, type AgentStatus, type Quirk, type RegistryAgent } from "@parley/catalogue";
import type { DescribedSandbox } from "@parley/client/sandbox";
import type { CataloguedProgram } from "@parley/hub";
import type { SandboxSetting } from "@parley/base";
import type { StyleName } from "../terminal/line.ts";

export type AgentState = CataloguedProgram["state"];

export interface AgentJson extends CataloguedProgram {
  /** On a running server, if known: `needed`, `signed_in` or `not_needed`. */
  readonly signIn?: string | undefined;
  /** On a running server. */
  readonly processes?: readonly AgentProcessJson[] | undefined;
  /** The sandbox and what is visible inside it; only in `show`. */
  readonly sandbox?: SandboxJson | undefined;
  /** Known faults of this version that Parley works around; only in `show`. */
  readonly quirks?: readonly AgentQuirkJson[] | undefined;
}

interface AgentProcessJson {
  readonly state: string;
  readonly pid?: number | undefined;
  readonly cwd: string;
  /** How many sessions it serves. */
  readonly sessions: number;
}

interface SandboxJson extends DescribedSandbox {
  /** The current setting: off, on, limited or offline. */
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

/** For an agent that is not on this machine, the faults of its newest version. */
export function toQuirksJson({ name, status }: AgentReport): readonly AgentQuirkJson[] {
  const launch = status.state === "ready" ? status.launch : { name, command: "" };
  return quirksOf(launch).map(({ id, problem, workaround, reference }) => ({ id, problem, workaround, reference }));
}

export function fromRegistry({ id, title, version, description }: RegistryAgent): AgentJson {
  const remedy = { label: "Install it", command: `parley agents install ${id}` };
  return { name: id, title, origin: "registry", state: "available", version, description, remedy };
}

/** The problem and how to fix it, in one line. */
export function describeRemedy({ message, remedy }: AgentJson): string {
  const how = remedy?.command ?? remedy?.url ?? remedy?.label;
  return [message, how].filter((text) => text !== undefined && text !== "").join(": ");
}
