// The first half of a call, which changes nothing: the tool is found, the input checked, and what will be done is known.
import { messageOf, stackOf } from "../../text/sentences.ts";
import { ABORTED, untilAborted } from "../../waiting/until-aborted.ts";
import { isFailure, type PreparedCall, type Tool } from "../tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { checkInput } from "./check-input.ts";
import { describeUnknownTool } from "./near-name.ts";

export type Readiness =
  | { readonly state: "ready"; readonly tool: Tool; readonly input: unknown; readonly prepared: PreparedCall }
  /** What the model reads of it. `byTool`: the input is fine, but nothing can be done as things are. */
  | { readonly state: "failed"; readonly tool: Tool | undefined; readonly why: string; readonly byTool?: true }
  | { readonly state: "aborted"; readonly tool: Tool };

export interface PreparePorts {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly context: ToolContext;
  readonly signal: AbortSignal;
}

/** Never rejects. */
export async function prepareCall(
  { tools, context, signal }: PreparePorts,
  { name, input: written }: { readonly name: string; readonly input: unknown },
): Promise<Readiness> {
  const tool = tools.get(name);
  if (tool === undefined) return { state: "failed", tool, why: describeUnknownTool(name, Array.from(tools.keys())) };
  try {
    const checked = checkInput(tool, written);
    if ("problem" in checked) return { state: "failed", tool, why: checked.problem };
    const input = checked.value;
    const preparing = Promise.resolve().then(() => tool.prepare(input, context));
    const prepared = await untilAborted(preparing, signal, (error) => report(context, name, error));
    if (prepared === ABORTED) return { state: "aborted", tool };
    if (isFailure(prepared)) return { state: "failed", tool, why: prepared.failed, byTool: true };
    return { state: "ready", tool, input, prepared };
  } catch (error) {
    report(context, name, error);
    return { state: "failed", tool, why: describeThrow(name, error) };
  }
}

export function describeThrow(name: string, error: unknown): string {
  return `${name} failed: ${messageOf(error)}`;
}

export function report({ log, sessionId }: ToolContext, tool: string, error: unknown): void {
  log.write("error", "a tool threw", { tool, sessionId, error: stackOf(error) });
}
