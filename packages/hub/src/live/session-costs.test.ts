import { expect, it } from "vitest";
import { SessionCosts } from "./session-costs.ts";

const usd = (amount: number): { readonly amount: number; readonly currency: string } => ({ amount, currency: "USD" });

it("gives a turn what was added to the agent's total", () => {
  const costs = new SessionCosts();
  costs.report(usd(0), usd(1));
  costs.report(usd(1), usd(1.5));
  expect(costs.take()).toEqual(usd(1.5));
  expect(costs.take()).toBeUndefined();
  costs.report(usd(1.5), usd(1.5));
  expect(costs.take()).toBeUndefined();
});

it("counts all of a total that began again, and none of one whose start is unknown", () => {
  const costs = new SessionCosts();
  costs.report(undefined, usd(7));
  expect(costs.take()).toBeUndefined();
  costs.report(usd(7), usd(0.25));
  expect(costs.take()).toEqual(usd(0.25));
  costs.report(usd(1), usd(Number.NaN));
  expect(costs.take()).toBeUndefined();
});
