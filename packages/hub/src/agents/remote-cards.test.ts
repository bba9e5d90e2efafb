import { expect, it } from "vitest";
import { RemoteCards } from "./remote-cards.ts";

const never = (): Promise<never> => new Promise(() => undefined);
const limits = { cardMs: 60_000, cardsParallelMax: 2 };
const card = { name: "x", description: "", skills: [] };

it("gives up on a card that takes too long, even if the signal is ignored", async () => {
  const cards = new RemoteCards(never, { ...limits, cardMs: 5 });
  await expect(cards.read("https://example.com/")).rejects.toMatchObject({
    code: "connection_failed",
    message: expect.stringContaining("https://example.com/"),
  });
});

it("aborts its reads when it is closed", async () => {
  const cards = new RemoteCards(never, limits);
  const reading = cards.readAll([{ name: "x", url: "https://example.com/" }]);
  cards.close();
  await reading;
  expect(cards.states.get("x")?.problem).toContain("The hub is closed");
});

it("reads a few at a time, and keeps the previous contents of a card", async () => {
  let now = 0;
  let most = 0;
  let isDown = false;
  const readCard = async (): Promise<typeof card> => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    if (isDown) throw new Error("down");
    return card;
  };
  const cards = new RemoteCards(readCard, limits);
  const agents = Array.from({ length: 6 }, (_, index) => ({ name: `a${index}`, url: "https://example.com/" }));
  await cards.readAll(agents);
  expect(most).toBe(2);
  expect(cards.states.get("a5")).toEqual({ card });
  isDown = true;
  await cards.readAll(agents);
  expect(cards.states.get("a5")).toEqual({
    card,
    problem: "Could not read the agent card at https://example.com/: down",
  });
});
