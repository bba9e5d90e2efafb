// Allowed tool calls: what they may change, and until when.
import type { SessionUpdate } from "@parley/acp";
import type { ToolFacts, ToolKind } from "@parley/policy";
import type { Coverage, Run } from "../gate/coverage.ts";

const CHANGES_NOTHING: ReadonlySet<ToolKind> = new Set(["read", "search", "think", "fetch", "switch_mode"]);

export function changesNothing(kind: ToolKind): boolean {
  return CHANGES_NOTHING.has(kind);
}

interface AllowOptions {
  /** The user chose "always", and the agent does not ask again. */
  readonly isAlways?: boolean;
  /** Real paths of files that are covered by the text that was shown, and not by their path. */
  readonly limited?: ReadonlySet<string>;
}

export class ToolRuns {
  readonly #coverage: Coverage;
  readonly #byId = new Map<string, Run>();

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  allow(toolCallId: string, { kind, paths = [], command }: ToolFacts, options: AllowOptions = {}): void {
    if (changesNothing(kind)) return;
    const { isAlways = false, limited } = options;
    if (isAlways) this.#coverage.addEverything();
    for (const { real } of paths) if (limited?.has(real) !== true) this.#coverage.addPath(real);
    const isAnything = kind === "execute" || command !== undefined || paths.length === 0;
    if (isAnything && !this.#byId.has(toolCallId)) this.#byId.set(toolCallId, this.#coverage.startRun(false));
  }

  update(update: SessionUpdate): void {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return;
    const { toolCallId, status } = update;
    if (status === "completed" || status === "failed") this.#end(toolCallId);
  }

  endAll(): void {
    for (const toolCallId of this.#byId.keys()) this.#end(toolCallId);
  }

  #end(toolCallId: string): void {
    const run = this.#byId.get(toolCallId);
    if (run === undefined) return;
    this.#byId.delete(toolCallId);
    this.#coverage.endRun(run);
  }
}
