// Known faults of agents that Parley works around: one row for each, with the versions it is in and where it is reported.
import { basename } from "node:path";
import type { AgentLaunch, AgentQuirk } from "@parley/client";
import { compareReleases, compareVersions, type Version } from "../programs/version.ts";

export interface Quirk extends AgentQuirk {
  /** Stable, for programs and tests. */
  readonly id: string;
  /** The agent's name in the table of known agents. */
  readonly agent: string;
  /** Its program: the quirk also applies to an agent that was added under another name. */
  readonly program: string;
  /** The first version that has the fault (default: all up to `fixedIn`). */
  readonly since?: Version | undefined;
  /** The first version without it (default: not fixed yet). */
  readonly fixedIn?: Version | undefined;
  readonly problem: string;
  /** What Parley does about it. */
  readonly workaround: string;
  /** The upstream report, or the code that shows it. */
  readonly reference: string;
}

export const quirks: readonly Quirk[] = [
  {
    id: "gemini-new-files",
    agent: "gemini",
    program: "gemini",
    problem: "It treats every error from fs/read_text_file as a failure, so it cannot create files through a client",
    workaround: "Parley does not announce fs.readTextFile; the agent reads files from disk and writes through Parley",
    reference: "https://github.com/google-gemini/gemini-cli/issues/26448",
    withholds: ["fs.readTextFile"],
  },
  {
    id: "gemini-image-with-link",
    agent: "gemini",
    program: "gemini",
    problem: "It drops the images of a prompt that also has a link or an embedded file",
    workaround: "Parley sends links and embedded files as text in prompts with images",
    reference: "https://github.com/google-gemini/gemini-cli/blob/v0.61.0/packages/cli/src/acp/acpSession.ts",
    linksAsTextBesideMedia: true,
  },
];

/** The quirks of an agent. An unknown version is assumed to have them, because the newest known version does. */
export function quirksOf(
  { name, command, version }: Pick<AgentLaunch, "name" | "command" | "version">,
  table: readonly Quirk[] = quirks,
): readonly Quirk[] {
  const program = basename(command.replaceAll("\\", "/")).replace(/\.(exe|com|cmd|bat|[cm]?js)$/i, "");
  return table.filter((quirk) => (quirk.agent === name || quirk.program === program) && isIn(quirk, version));
}

function isIn({ since, fixedIn }: Quirk, version: Version | undefined): boolean {
  if (version === undefined) return true;
  if (since !== undefined && compareReleases(version, since) < 0) return false;
  return fixedIn === undefined || compareVersions(version, fixedIn) < 0;
}
