// Finds the offered tool that does what a script wants, and what to say to it.
import type { OfferedTool } from "../conversation.ts";
import type { Intent } from "../script/instruction.ts";
import { fillRequired } from "./example-of.ts";
import { styles } from "./styles.ts";
import { plainName, type IntentOf, type ToolStyle } from "./tool-style.ts";

export interface ToolChoice {
  readonly tool: OfferedTool;
  /** JSON, or the plain text that the tool takes. */
  readonly input: string;
}

/** Undefined when no tool fits. */
export function chooseTool(intent: Intent, tools: readonly OfferedTool[]): ToolChoice | undefined {
  if (intent.kind === "mcp")
    return chooseFrom(
      intent,
      tools.filter((tool) => isMcpTool(tool, intent.tool)),
    );
  return chooseFrom(intent, tools);
}

function chooseFrom<Kind extends Intent["kind"]>(
  intent: IntentOf<Kind>,
  tools: readonly OfferedTool[],
): ToolChoice | undefined {
  for (const style of styles[intent.kind] as readonly ToolStyle<Kind>[]) {
    for (const tool of tools) {
      const input = style.name.test(plainName(tool)) ? style.toInput(intent, tool) : undefined;
      if (typeof input === "string") return { tool, input };
      if (input !== undefined) return { tool, input: JSON.stringify(fillRequired(tool.schema, input)) };
    }
  }
  return undefined;
}

/** Agents put the server's name before it, with signs of their own between. */
function isMcpTool({ name }: OfferedTool, wanted: string): boolean {
  if (!name.endsWith(wanted)) return false;
  const before = name.slice(0, -wanted.length);
  return before === "" || /[^a-zA-Z0-9]$/.test(before);
}
