import { describe, expect, it } from "vitest";
import { builtInCommands } from "./built-in.ts";
import { toAvailable } from "./to-available.ts";

describe("commands as ACP has them", () => {
  it("have a name, a description and a hint where something may follow", () => {
    const available = toAvailable(builtInCommands);
    expect(available.map(({ name }) => name)).toEqual(
      expect.arrayContaining(
        "help model mode compact undo redo diff memory mcp cost init review recipe approval thinking plan".split(" "),
      ),
    );
    for (const { name, description, input } of available) {
      expect(name).toMatch(/^[a-z]+$/);
      expect(description).toMatch(/^[A-Z].*[^.]$/);
      expect(input?.hint ?? "none").not.toBe("");
    }
    expect(available.find(({ name }) => name === "cost")).not.toHaveProperty("input");
  });

  it("are one line each, the first of a name, and cut", () => {
    const run = async (): Promise<{ say: string }> => ({ say: "" });
    const twice = [
      { name: "x", description: `one\ntwo ${"y".repeat(500)}`, hint: "a\nb", run },
      { name: "x", description: "hidden", run },
    ];
    expect(toAvailable(twice)).toEqual([
      { name: "x", description: expect.stringMatching(/^one two y{191}…$/) as string, input: { hint: "a b" } },
    ]);
  });
});
