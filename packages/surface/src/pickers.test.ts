import type { NativeAgent } from "@parley/contract";
import { expect, it } from "vitest";
import { toPickers } from "./pickers.ts";

const agents = ["backend", "qa"].map((name) => ({
  name,
  title: name.toUpperCase(),
  is_internal: false,
  is_enabled: true,
  is_available: true,
})) as unknown as readonly NativeAgent[];

const namesOf = (modeIds: readonly string[], modeId: string) => {
  const modes = modeIds.map((id) => ({ id, name: id }));
  const state = { modes, modeId, configOptions: [] };
  const session = { agent: "backend", level: "supervised" as const };
  return toPickers({ session, agents, choices: undefined, state }).map(({ name }) => name);
};

it("lists modes that are agents once, and modes that are not beside the agents", () => {
  expect(namesOf(["backend", "qa"], "backend")).toEqual(["Agent", "Approval"]);
  expect(namesOf(["backend", "of-this-folder"], "backend")).toEqual(["Agent", "Mode", "Approval"]);
  expect(namesOf(["code", "chat"], "code")).toEqual(["Agent", "Mode", "Approval"]);
});
