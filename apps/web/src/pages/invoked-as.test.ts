import { expect, it } from "vitest";
import { invokedAs } from "./invoked-as.ts";

it("names every command as it is invoked on the server's machine", () => {
  const lines = "parley agent login\nparley proxy -- parley script";
  expect(invokedAs("npx parley", lines)).toBe("npx parley agent login\nnpx parley proxy -- parley script");
  expect(invokedAs(undefined, lines)).toBe(lines);
  expect(invokedAs("npx parley", "gemini --acp")).toBe("gemini --acp");
});
