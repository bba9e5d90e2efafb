import { describe, expect, it } from "vitest";
import { z } from "zod";
import { moreTools } from "./more-tools.ts";
import { TOOL_GROUPS } from "./tool.ts";

describe("the table of tools", () => {
  it("has each once", () => {
    const names = moreTools.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    expect(names).toEqual(
      expect.arrayContaining(["fetch", "browser", "remember", "create_app", "plan", "task", "ask"]),
    );
  });

  it.each(moreTools.map((tool) => [tool.name, tool] as const))("offers %s to a model", (name, tool) => {
    expect(name).toMatch(/^[a-z][a-z_]{1,30}$/);
    expect(tool.groups.every((group) => TOOL_GROUPS.includes(group))).toBe(true);
    expect(tool.description.length).toBeGreaterThan(80);
    expect(tool.description.length).toBeLessThan(1_500);
    const schema = z.toJSONSchema(tool.input);
    expect(schema.type).toBe("object");
    for (const property of Object.values(schema.properties ?? {})) {
      expect(property).toHaveProperty("description");
    }
    // Nothing is filled in that a model would have to know of.
    expect(z.toJSONSchema(tool.input, { io: "input" }).required).toEqual(schema.required);
  });
});
