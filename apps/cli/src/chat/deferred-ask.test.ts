import type { Ask, PermissionQuestion } from "@parley/client";
import { expect, it } from "vitest";
import { DeferredAsk } from "./deferred-ask.ts";

it("keeps questions and reports until the chat is ready", async () => {
  const actions = new DeferredAsk();
  const asked = actions.ask.permission({ interactionId: "i" } as PermissionQuestion, new AbortController().signal);
  actions.log.write("warn", "early");
  const said: string[] = [];
  const completed: string[] = [];
  const ask: Ask = {
    permission: ({ interactionId }) => Promise.resolve({ outcome: { outcome: "selected", optionId: interactionId } }),
    elicitation: () => Promise.resolve({ action: "decline" }),
    elicitationCompleted: (id) => completed.push(id),
  };
  actions.arrive(ask, { write: (_level, message) => said.push(message) });
  actions.log.write("warn", "late");
  actions.ask.elicitationCompleted?.("e");
  expect(await asked).toEqual({ outcome: { outcome: "selected", optionId: "i" } });
  expect(said).toEqual(["early", "late"]);
  expect(completed).toEqual(["e"]);
});
