// Another process that has a claim.
import { bundleProgram, startProgram, type ChildProgram } from "@parley/test-support";
import { once } from "node:events";

export async function startHolder(path: string): Promise<ChildProgram> {
  const child = startProgram(await bundleProgram(new URL("./hold-claim.main.ts", import.meta.url)), { args: [path] });
  await once(child.stdout, "data");
  return child;
}
