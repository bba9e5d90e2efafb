// Programs made with the packages of others, from npm, with our agent: each talks, has a file made and a command run, and cancels.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CLIENT_MS } from "../limits.ts";
import { tryInstall } from "../try-install.ts";
import { openClientPlace, type ClientPlace, type Finished } from "./client-place.ts";
import { createScenario, expectWorkDone, SAID, type Scenario } from "./scenario.ts";

const SDK_OLD = { name: "sdk 0.12.0", packages: ["@agentclientprotocol/sdk@0.12.0"] };
const AI_PROVIDER = {
  name: "acp-ai-provider 0.2.9",
  packages: ["@mcpc-tech/acp-ai-provider@0.2.9", "ai@6.0.326"],
};
const [sdkOld, aiProvider] = await Promise.all([SDK_OLD, AI_PROVIDER].map(tryInstall));

describe.skipIf(sdkOld === undefined)("the SDK of long ago", () => {
  it(
    "drives our agent, and takes all that was there in its time",
    async () => {
      await using place = await openClientPlace();
      const scenario = createScenario(place);
      const { code, stdout, stderr } = await runOwn(place, new URL("sdk-old.mjs", import.meta.url), String(sdkOld), {
        scenario,
      });
      expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
      const told = JSON.parse(stdout) as Record<string, unknown>;
      expect(told).toMatchObject({
        protocolVersion: 1,
        stops: ["end_turn", "end_turn", "cancelled"],
        texts: expect.stringContaining(SAID),
        permissions: [expect.stringContaining("made.txt"), expect.stringContaining("touch")],
        files: expect.arrayContaining([`write ${place.file("made.txt")}`]),
      });
      await expectWorkDone(place);
      // It says on stderr what does not fit its schema. This came later, and is only shown.
      const refused = [...stderr.matchAll(/sessionUpdate: '(\w+)'/g)].map(([, kind]) => kind);
      expect([...new Set(refused)]).toEqual(["usage_update"]);
      expect(stderr.match(/Error handling notification/g)).toHaveLength(refused.length);
    },
    CLIENT_MS,
  );
});

describe.skipIf(aiProvider === undefined)("acp-ai-provider", () => {
  it(
    "makes our agent a model of the AI SDK",
    async () => {
      await using place = await openClientPlace();
      const scenario = createScenario(place);
      const { code, stdout, stderr } = await runOwn(
        place,
        new URL("ai-provider.mjs", import.meta.url),
        String(aiProvider),
        { scenario },
      );
      expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
      const { turns, pieces } = lastLine(stdout) as { turns: unknown; pieces: number };
      expect(turns).toMatchObject([
        { text: SAID, finishReason: "stop" },
        { text: expect.stringContaining("all done"), finishReason: "stop" },
      ]);
      expect(pieces).toBeGreaterThan(0);
      await expectWorkDone(place);
    },
    CLIENT_MS,
  );
});

/** The provider chats on stdout too. */
function lastLine(stdout: string): unknown {
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

/** A program of ours, written with the packages of others. */
function runOwn(
  place: ClientPlace,
  file: URL,
  installed: string,
  more: { readonly scenario: Scenario },
): Promise<Finished> {
  const { cwd, env, agent } = place;
  const task = { modules: join(installed, "node_modules"), ...agent, cwd, env, ...more };
  return place.run(fileURLToPath(file), [JSON.stringify(task)]);
}
