// A timeline in words: each turn, and where its time went.
import type { Span } from "../recording/spans.ts";
import type { Recording } from "../recording/recording.ts";

export interface TurnRow {
  readonly key: string;
  readonly agent: string;
  readonly turn: number;
  readonly startMs: number;
  /** Undefined while it runs. */
  readonly endMs: number | undefined;
  readonly tookMs: number;
  readonly toolsMs: number;
  readonly waitMs: number;
  readonly calls: number;
  readonly failed: number;
  readonly status: Span["status"];
  readonly tokens: number | undefined;
}

/** The latest first. */
export function toTurnRows({ spans, actors }: Recording, nowMs: number): readonly TurnRow[] {
  const rows: TurnRow[] = [];
  const others = spans.all.filter(({ kind }) => kind !== "turn");
  for (const turn of spans.all) {
    if (turn.kind !== "turn") continue;
    const endMs = turn.endMs ?? nowMs;
    const inside = others.filter(
      ({ actor, startMs }) => actor === turn.actor && startMs >= turn.startMs && startMs <= endMs,
    );
    const [tools, waits] = [inside.filter(({ kind }) => kind === "tool"), inside.filter(({ kind }) => kind === "wait")];
    const waitMs = covered(waits, endMs);
    rows.push({
      key: `${turn.actor} ${turn.turn}`,
      agent: actors[turn.actor]?.name ?? "",
      turn: turn.turn ?? 0,
      startMs: turn.startMs,
      endMs: turn.endMs,
      tookMs: endMs - turn.startMs,
      // While the agent waits for a person, its call is open and does nothing.
      toolsMs: Math.max(0, covered([...tools, ...waits], endMs) - waitMs),
      waitMs,
      calls: tools.length,
      failed: tools.filter(({ status }) => status === "failed").length,
      status: turn.status,
      tokens: turn.tokens,
    });
  }
  return rows.toReversed();
}

/** The time that at least one of them takes. */
function covered(spans: readonly Span[], nowMs: number): number {
  let [total, untilMs] = [0, -Infinity];
  for (const { startMs, endMs = nowMs } of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    total += Math.max(0, endMs - Math.max(startMs, untilMs));
    untilMs = Math.max(untilMs, endMs);
  }
  return total;
}
