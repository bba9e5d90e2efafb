// Agents to run against, as what follows `--` on the command line.
import {
  bundleProgram,
  lyingAgent,
  puppetAgent,
  scriptedAgent,
  type LieName,
  type ScriptedProgramOptions,
} from "@parley/test-support";

/** An agent that is honest except for one lie; the prompt `lie` makes it tell it. */
export async function liar(lie: LieName): Promise<readonly string[]> {
  return ["--", process.execPath, await bundleProgram(lyingAgent.main), JSON.stringify({ lie })];
}

export async function scripted(options: ScriptedProgramOptions): Promise<readonly string[]> {
  return ["--", process.execPath, await bundleProgram(scriptedAgent.main), JSON.stringify(options)];
}

export async function puppet(): Promise<readonly string[]> {
  return ["--", process.execPath, await bundleProgram(puppetAgent.main), "{}"];
}

/** A program of one line, which is not an agent. */
export function program(code: string): readonly string[] {
  return ["--", process.execPath, "-e", code];
}
