import { expect, it } from "vitest";
import { interleave } from "./suite.ts";

it("measures every implementation once per round, each round beginning with another", async () => {
  const order: string[] = [];
  const samples = await interleave(["ours", "sdk"], 3, async (name, round) => {
    order.push(name);
    return `${name} ${round}`;
  });
  expect(order).toEqual(["ours", "sdk", "sdk", "ours", "ours", "sdk"]);
  expect(samples).toEqual({
    ours: ["ours 0", "ours 1", "ours 2"],
    sdk: ["sdk 0", "sdk 1", "sdk 2"],
  });
});
