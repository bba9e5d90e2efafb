import { expect, it } from "vitest";
import { splitArguments, toCommandLine } from "./command-line.ts";

it("quotes what a shell would change", () => {
  expect(toCommandLine({ command: "/opt/a b/agent", args: ["login", "it's"], env: { KEY: "x y" } })).toBe(
    `KEY='x y' '/opt/a b/agent' login 'it'\\''s'`,
  );
});

it("splits arguments by spaces outside of quotes", () => {
  expect(splitArguments(` --acp  "two words" 'it is' x`)).toEqual(["--acp", "two words", "it is", "x"]);
});
