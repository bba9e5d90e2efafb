// The tools of one request: their specs for the model and their implementations.
import { z } from "zod";
import type { ToolSpec } from "../models/model.ts";
import type { Tool } from "./tool.ts";

export interface ToolSet {
  readonly specs: readonly ToolSpec[];
  readonly tools: ReadonlyMap<string, Tool>;
}

/** Specs are cached so that they stay identical between requests and providers can cache them. */
const specs = new WeakMap<Tool, ToolSpec>();

export function toToolSet(tools: readonly Tool[]): ToolSet {
  return { specs: tools.map(toSpec), tools: new Map(tools.map((tool) => [tool.name, tool])) };
}

export function toSpec(tool: Tool): ToolSpec {
  const known = specs.get(tool);
  if (known !== undefined) return known;
  const { name, description } = tool;
  const { $schema: _, ...inputSchema } =
    tool.inputSchema ?? z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" });
  const spec = { name, description, inputSchema };
  specs.set(tool, spec);
  return spec;
}
