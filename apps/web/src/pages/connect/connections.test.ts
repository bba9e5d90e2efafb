import { expect, it } from "vitest";
import { connectionsOf } from "./connections.ts";

const PLACE = { url: "https://parley.example", command: "npx parley" };

it("shows only how to connect to the protocols that the server speaks", () => {
  const titles = connectionsOf({ ...PLACE, dialects: ["a2a"] }).map(({ title }) => title);
  expect(titles).toEqual(["Terminal", "Other agents (A2A)"]);
});

it("uses the server's address and the name of its command", () => {
  const all = connectionsOf({ ...PLACE, dialects: ["acp", "acp-rest", "native", "a2a"] });
  const texts = all.flatMap(({ lines }) => lines.map(({ text }) => text));
  expect(texts).toContain("npx parley chat --server https://parley.example");
  expect(texts).toContain("wss://parley.example/acp");
  for (const text of texts) expect(text).toMatch(/parley\.example/);
});
