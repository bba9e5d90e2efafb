import { createTempFolder } from "@parley/test-support";
import { readdirSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { leaveText } from "../../home/src/claims/testing/leave-claim.ts";
import { claimChange } from "./claim-change.ts";

it("is one process's at a time, and free afterwards", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("agents", "goose");
  const claim = await claimChange(path, "goose", {});
  claim.check();
  await expect(claimChange(path, "goose", {})).rejects.toMatchObject({
    code: "agent_busy",
    message: `goose is being changed by process ${process.pid}`,
    remedy: { label: expect.stringContaining("Try again when it has finished") },
  });
  await claim[Symbol.asyncDispose]();
  expect(readdirSync(folder.file("agents"))).toEqual([]);
  await using again = await claimChange(path, "goose", {});
  again.check();
});

it("does not know who has it that is only just being written", async () => {
  await using folder = await createTempFolder();
  leaveText(folder.file("goose"), "");
  await expect(claimChange(folder.file("goose"), "goose", {})).rejects.toMatchObject({
    code: "agent_busy",
    message: "goose is being changed by another process",
  });
});

it("finds out that it was lost", async () => {
  await using folder = await createTempFolder();
  await using claim = await claimChange(folder.file("goose"), "goose", {});
  for (const name of readdirSync(folder.path)) rmSync(folder.file(name));
  expect(() => claim.check()).toThrow(expect.objectContaining({ code: "agent_busy" }));
});
