import type { Ask, PermissionQuestion } from "@parley/client";
import { expect, it } from "vitest";
import { LateDesk } from "./late-desk.ts";

it("keeps questions and reports until somebody is there", async () => {
  const desk = new LateDesk();
  const asked = desk.ask.permission({ interactionId: "i" } as PermissionQuestion, new AbortController().signal);
  desk.log.write("warn", "early");
  const said: string[] = [];
  const completed: string[] = [];
  const ask: Ask = {
    permission: ({ interactionId }) => Promise.resolve({ outcome: { outcome: "selected", optionId: interactionId } }),
    elicitation: () => Promise.resolve({ action: "decline" }),
    elicitationCompleted: (id) => completed.push(id),
  };
  desk.arrive(ask, { write: (_level, message) => said.push(message) });
  desk.log.write("warn", "late");
  desk.ask.elicitationCompleted?.("e");
  expect(await asked).toEqual({ outcome: { outcome: "selected", optionId: "i" } });
  expect(said).toEqual(["early", "late"]);
  expect(completed).toEqual(["e"]);
});
