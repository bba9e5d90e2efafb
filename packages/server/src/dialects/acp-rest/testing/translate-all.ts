// Translates a made-up log of one turn.
import type { SessionEventBody } from "@parley/acp";
import type { Turn } from "@parley/hub";
import { RunTranslator } from "../translate/run-translator.ts";
import type { RunEvent } from "../wire.ts";

const TURN: Turn = {
  id: "01a1dfb6-bfbc-756e-9559-ab15dff894d6",
  sessionId: "01a1dfb6-bfb1-72d9-9c2a-d3df78983094",
  agent: "echo",
  state: "created",
  createdAtMs: 1_000,
};

export interface Told {
  readonly id: string;
  readonly event: RunEvent;
}

/** As it was when it was told. The turn ends with the last event unless `isOpen`. */
export function translateAll(bodies: readonly SessionEventBody[], isOpen = false): Told[] {
  const told: Told[] = [];
  const translator = new RunTranslator(TURN, (event, seq, sub) => {
    told.push({ id: `${seq}.${sub}`, event: JSON.parse(JSON.stringify(event)) as RunEvent });
  });
  translator.created();
  for (const [index, body] of bodies.entries()) {
    const envelope = { v: 1, seq: index + 1, at: 2_000 + index, sessionId: TURN.sessionId } as const;
    translator.feed({ ...envelope, ...body });
  }
  if (!isOpen) translator.ended({ ...TURN, state: "completed", stopReason: "end_turn", finishedAtMs: 9_000 });
  return told;
}
