// Decides on lines in a scene, with everything that stands in the way of a real command but the person.
import { compileRules, decide, type ApprovalLevel, type Decision } from "@parley/policy";
import type { Scene } from "./scene.ts";

export interface JudgedLine {
  readonly line: string;
  /** From the workspace. */
  readonly cwd?: string | undefined;
  /** What the agent asks to be set for it. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

export async function judgeLine(
  { facts, inside }: Scene,
  { line, cwd = ".", environment }: JudgedLine,
  level: ApprovalLevel,
  raw?: unknown,
): Promise<Decision> {
  const found = await facts.commandFacts(line, { cwd: inside.file(cwd), environment });
  const written = compileRules([{ layer: "machine", raw }]);
  return decide({ kind: "execute", command: line }, found, { written, level });
}
