// What the compiler refuses: handlers whose replies do not fit the contract.
import type { NativeTurn } from "@parley/contract";
import { expect, it } from "vitest";
import { defineHandlers } from "./handler.ts";

const turn: NativeTurn = {
  id: "t",
  session_id: "s",
  agent: "script",
  state: "completed",
  created_at: "2026-01-01T00:00:00.000Z",
};

it("gets checked params, and gives exactly what the contract says", () => {
  const handlers = defineHandlers({
    "turns/get": ({ id }) => ({ ...turn, id }),
    "turns/list": ({ limit = 1 }) => Promise.resolve({ turns: [turn].slice(0, limit) }),
    "sessions/delete": () => undefined,
  });
  expect(Object.keys(handlers)).toEqual(["turns/get", "turns/list", "sessions/delete"]);
});

it("does not compile with a reply that does not fit", () => {
  // @ts-expect-error A field is missing.
  defineHandlers({ "turns/get": () => ({ id: "t" }) });
  // @ts-expect-error A field has the wrong type.
  defineHandlers({ "turns/get": () => ({ ...turn, state: "asleep" }) });
  // @ts-expect-error A field is not in the contract.
  defineHandlers({ "turns/get": () => ({ ...turn, colour: "red" }) });
  // @ts-expect-error Neither is one further down, nor when it comes later.
  defineHandlers({ "turns/list": () => Promise.resolve({ turns: [{ ...turn, colour: "red" }] }) });
  // @ts-expect-error Nor may a reply without a body have one.
  defineHandlers({ "sessions/delete": () => ({ deleted: true }) });
  // @ts-expect-error A parameter that the operation does not have.
  defineHandlers({ "turns/get": ({ name }) => ({ ...turn, id: String(name) }) });
  // @ts-expect-error An operation that does not exist.
  defineHandlers({ "turns/forget": () => undefined });
  expect(turn.id).toBe("t");
});
