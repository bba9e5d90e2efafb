// acpx, a client for the command line that others make, with our agent.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeFor } from "../install.ts";
import { CLIENT_MS } from "../limits.ts";
import { tryInstall } from "../try-install.ts";
import { openClientPlace, type ClientPlace, type Finished, type RunOptions } from "./client-place.ts";
import { createScenario, expectWorkDone } from "./scenario.ts";

/** What npm gives to Node 20, and a newer one that brings its own Node: only where all clients are asked for. */
const VERSIONS = [
  { name: "acpx 0.1.15", packages: ["acpx@0.1.15"], isHeavy: false },
  { name: "acpx 0.19.1", packages: ["acpx@0.19.1"], node: "22.23.3", isHeavy: true },
].filter(({ isHeavy }) => !isHeavy || process.env["PARLEY_TEST_CLIENTS"] === "all");

interface Acpx {
  readonly node?: string;
  readonly modules: string;
}

function run(acpx: Acpx, place: ClientPlace, prompt: string, options: RunOptions = {}): Promise<Finished> {
  const agent = [place.agent.command, ...place.agent.args].join(" ");
  const flags = ["--agent", agent, "--cwd", place.cwd, "--approve-all", "--format", "json"];
  const file = join(acpx.modules, "acpx", "dist", "cli.js");
  return place.run(file, [...flags, "exec", prompt], { node: nodeFor(acpx, acpx.modules), ...options });
}

/** It prints what passes: the answer to the prompt is the last with a stop reason. */
function stopReasonOf({ stdout }: Finished): string | undefined {
  return [...stdout.matchAll(/"stopReason":"(\w+)"/g)].at(-1)?.[1];
}

for (const version of VERSIONS) {
  const installed = await tryInstall(version);
  describe.skipIf(installed === undefined)(`with ${version.name}`, () => {
    const acpx = { ...version, modules: join(String(installed), "node_modules") };

    it(
      "has our agent make a file and run a command",
      async () => {
        await using place = await openClientPlace();
        const finished = await run(acpx, place, createScenario(place).work);
        expect(stopReasonOf(finished)).toBe("end_turn");
        expect(finished.stdout).toContain("all done");
        expect(finished.code).toBe(0);
        await expectWorkDone(place);
      },
      CLIENT_MS,
    );

    it(
      "cancels when it is interrupted",
      async () => {
        await using place = await openClientPlace();
        const finished = await run(acpx, place, createScenario(place).long, { interruptAt: "piece 2" });
        expect(stopReasonOf(finished)).toBe("cancelled");
      },
      CLIENT_MS,
    );
  });
}
