// Our own agent over each wire that it speaks to models, with the checks in which the wire matters.
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository/workspaces.ts";
import { parleyOverOtherWires } from "./agents/parley.ts";
import type { CheckName } from "./checks/names.ts";
import { RUN_MS } from "./limits.ts";
import { startRun, type AgentResult } from "./start-run.ts";

const CHECKS: readonly CheckName[] = [
  "text",
  "think",
  "read",
  "edit",
  "run",
  "cancel",
  "retry",
  "maxTokens",
  "image",
  "imageLink",
  "embed",
  "mcp",
  "plan",
  "usage",
  "usageUpdate",
  "resume",
  "exit",
];

describe.each(parleyOverOtherWires)("$name", (recipe) => {
  let result: AgentResult;
  beforeAll(async () => {
    result = await startRun(recipe, { installed: root, only: CHECKS });
  }, RUN_MS);

  it.each(CHECKS)("%s", (name) => {
    expect(result.cells.find(({ check }) => check === name) ?? result.trouble).toMatchObject({ outcome: "ok" });
  });

  it("leaves nothing behind", () => {
    expect(result.trouble).toEqual([]);
  });
});
