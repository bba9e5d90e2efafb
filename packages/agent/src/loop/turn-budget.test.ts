import { describe, expect, it } from "vitest";
import { TurnBudget } from "./turn-limits.ts";

describe("what a turn may use", () => {
  it("counts all requests, including those of sub-agents", () => {
    const budget = new TurnBudget({ requests: 2 }, () => 0);
    expect(budget.findLimit()).toBeUndefined();
    budget.countRequest();
    expect(budget.findLimit()).toBeUndefined();
    budget.countRequest();
    expect(budget.findLimit()).toContain("2 requests");
  });

  it("counts what the turn cost, and not what was spent before it", () => {
    let spent = 5;
    const budget = new TurnBudget({ cost: 0.5 }, () => spent);
    spent = 5.49;
    expect(budget.findLimit()).toBeUndefined();
    spent = 5.5;
    expect(budget.findLimit()).toContain("cost $0.50; its limit is $0.50");
  });

  it("says once that a cost limit cannot hold without a price", () => {
    const budget = new TurnBudget({ cost: 0.5 }, () => undefined);
    expect([budget.findLimit(), budget.findWarning(), budget.findWarning()]).toEqual([
      undefined,
      expect.stringContaining("price of this model is unknown"),
      undefined,
    ]);
    expect(new TurnBudget({ requests: 1 }, () => undefined).findWarning()).toBeUndefined();
  });
});
