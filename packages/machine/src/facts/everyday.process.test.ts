import { createTempFolder } from "@parley/test-support";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ASKED, ASKED_SINCE, EVERYDAY } from "./testing/unasked-lines.ts";
import { judgeLine } from "./testing/judge.ts";
import { setScene, type Scene } from "./testing/scene.ts";
import { prepareWorkplace } from "./testing/workplace.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await setScene(createTempFolder);
  await prepareWorkplace(scene);
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Lines with another verdict, and why. */
async function listOthers(lines: readonly string[], verdict: string): Promise<string[]> {
  const others: string[] = [];
  for (const line of lines) {
    const decision = await judgeLine(scene, { line }, "auto");
    if (decision.verdict !== verdict) others.push(`${line}: ${decision.verdict}, ${decision.reason}`);
  }
  return others;
}

describe.skipIf(process.platform === "win32")("everyday lines at the level auto", () => {
  it("are allowed", async () => {
    expect(EVERYDAY.length).toBeGreaterThan(150);
    expect(await listOthers(EVERYDAY, "allow")).toEqual([]);
  });

  it("are asked about with a reason that is written down", async () => {
    expect(await listOthers(Object.keys(ASKED_SINCE), "ask")).toEqual([]);
  });

  it("are asked about where they change or run something", async () => {
    expect(await listOthers(ASKED, "ask")).toEqual([]);
  });
});
