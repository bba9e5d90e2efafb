// Answers to questions that were open when the server restarted. An agent that asks the same again gets each of them once.
import type { CreateElicitationRequest, PermissionOption, ToolCallUpdate } from "@parley/acp";
import type { Interaction } from "../api/interactions.ts";

/** What the user saw of a permission question, with the options. */
type Shown = { readonly toolCall: ToolCallUpdate; readonly options: readonly PermissionOption[] };

type Asked =
  | ({ readonly kind: "permission" } & Shown)
  | { readonly kind: "elicitation"; readonly request: CreateElicitationRequest };

export class RecoveredAnswers {
  readonly #byTurn = new Map<string, Interaction[]>();

  /** For a turn that is continued, until `end`. */
  keep(turnId: string, answered: readonly Interaction[]): void {
    this.#byTurn.set(turnId, [...answered]);
  }

  isWaiting(turnId: string): boolean {
    return (this.#byTurn.get(turnId)?.length ?? 0) > 0;
  }

  /** The answer to a question that is the same as the one that was shown. */
  take(turnId: string, asked: Asked): Interaction | undefined {
    const kept = this.#byTurn.get(turnId) ?? [];
    const wanted = fingerprint(asked);
    const index = kept.findIndex((interaction) => fingerprint(interaction) === wanted);
    return index === -1 ? undefined : kept.splice(index, 1)[0];
  }

  /** Those that the agent did not ask for. */
  end(turnId: string): readonly Interaction[] {
    const left = this.#byTurn.get(turnId) ?? [];
    this.#byTurn.delete(turnId);
    return left;
  }
}

const EMPTY = { sessionId: undefined, toolCallId: undefined, requestId: undefined, _meta: undefined };

/** Everything that the user decided about, without ids, which change with a restart, and without state. */
function fingerprint(asked: Asked): string {
  if (asked.kind === "elicitation") {
    const {
      sessionId: _session,
      toolCallId: _call,
      requestId: _request,
      _meta,
      ...shown
    } = { ...EMPTY, ...asked.request };
    return stringify(shown);
  }
  const { title, kind, rawInput, content, locations } = asked.toolCall;
  const options = asked.options.map((option) => [option.optionId, option.kind, option.name]);
  return stringify({ title, kind, rawInput, content, locations, options });
}

/** The same text whatever the order of keys, and whether something is missing, undefined or null. */
function stringify(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${stringify(field)}`).join(",")}}`;
}
