import { expect, it } from "vitest";
import { toOwn } from "./check-agent.ts";

const offline = { id: "offline/script", name: "Offline" };

it("says that the built-in agent has no model, and how to add a key", () => {
  expect(toOwn({ models: [offline], modelId: "offline/script" })).toEqual({
    isReady: false,
    message: "It has no model yet. Add a key in a terminal, then check again:",
    command: "parley agent login",
  });
});

it("counts real models, and names the one that is selected", () => {
  const large = { id: "acme/large", name: "Large" };
  expect(toOwn({ models: [offline, large], modelId: "acme/large" }).message).toBe(
    "1 model available; Large is selected.",
  );
  expect(toOwn({ models: [large, { id: "acme/small", name: "Small" }], modelId: "offline/script" })).toEqual({
    isReady: true,
    message: "2 models available; select one below the message.",
  });
});
