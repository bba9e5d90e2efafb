import { openRulesFile } from "@parley/home/rules";
import { createFeatures } from "@parley/client/features";
import { createTempFolder } from "@parley/test-support";
import { expect, it } from "vitest";
import { lazyFeatures } from "./lazy-features.ts";

it.each([true, false])("announces exactly the features that are implemented (snapshots %s)", async (snapshots) => {
  await using folder = await createTempFolder();
  const rules = openRulesFile(folder.path);
  const notAsked = () => Promise.reject(new Error("not asked"));
  const ask = { permission: notAsked, elicitation: notAsked };
  const real = createFeatures({ ask, rules, level: "supervised", parleyHome: folder.path, snapshots });
  const lazy = lazyFeatures(() => Promise.resolve(real), snapshots);
  const announced = ({ name, capabilities, outside = {} }: (typeof real)[number]) => ({
    name,
    capabilities,
    outside: Object.keys(outside).toSorted(),
  });
  expect(lazy.map(announced)).toEqual(real.map(announced));
});

it("loads when a session is opened, and not before", async () => {
  let loads = 0;
  const opened = { handlers: {}, close: () => Promise.resolve() };
  const load = () => {
    loads += 1;
    return Promise.resolve([{ name: "terminal", capabilities: {}, open: () => Promise.resolve(opened) }]);
  };
  const features = lazyFeatures(load, false);
  expect(loads).toBe(0);
  const terminal = features.find(({ name }) => name === "terminal");
  expect(await terminal?.open({} as never)).toBe(opened);
  await expect(features[0]?.open({} as never)).rejects.toThrow("Feature permission not found");
});

it("answers requests outside of sessions like the feature itself", async () => {
  const outside = { "elicitation/create": () => ({ action: "decline" }) as const };
  const real = { name: "elicitation", capabilities: {}, outside, open: () => Promise.reject(new Error("not opened")) };
  const lazy = lazyFeatures(() => Promise.resolve([real]), false).find(({ name }) => name === "elicitation");
  expect(await lazy?.outside?.["elicitation/create"]?.({} as never, {} as never)).toEqual({ action: "decline" });
});
