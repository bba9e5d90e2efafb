// The mode of a session as policy sees it: compiled once for each mode and set of tools.
import type { Mode } from "@parley/policy";
import { toPolicyMode } from "../modes/groups.ts";
import type { AgentMode } from "../modes/mode.ts";
import type { Tool } from "../tools/tool.ts";

export class PolicyModes {
  readonly #tools: () => readonly Tool[];
  #known: { readonly mode: AgentMode; readonly count: number; readonly compiled: Mode } | undefined;

  constructor(tools: () => readonly Tool[]) {
    this.#tools = tools;
  }

  of(mode: AgentMode): Mode {
    const tools = this.#tools();
    if (this.#known?.mode !== mode || this.#known.count !== tools.length) {
      this.#known = { mode, count: tools.length, compiled: toPolicyMode(mode, tools) };
    }
    return this.#known.compiled;
  }
}
