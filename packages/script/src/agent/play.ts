// Plays steps one after the other until one of them, or a cancellation, ends the turn.
import type { Step } from "../language/step.ts";
import type { Ending, Players } from "./player.ts";
import { filePlayers } from "./players/files.ts";
import { flowPlayers } from "./players/flow.ts";
import { pretencePlayers } from "./players/pretence.ts";
import { questionPlayers } from "./players/questions.ts";
import { sessionStatePlayers } from "./players/session-state.ts";
import { speechPlayers } from "./players/speech.ts";
import { terminalPlayers } from "./players/terminal.ts";
import type { Turn } from "./turn.ts";

const players: Players = {
  ...speechPlayers,
  ...filePlayers,
  ...terminalPlayers,
  ...pretencePlayers,
  ...questionPlayers,
  ...sessionStatePlayers,
  ...flowPlayers,
};

/** Undefined if the steps were played to the end or the turn's signal aborted. */
export async function play(steps: readonly Step[], turn: Turn): Promise<Ending | undefined> {
  for (const step of steps) {
    if (turn.signal.aborted) return undefined;
    // The table maps every kind to its own player, which TypeScript cannot follow through a variable.
    const player = players[step.kind] as (step: Step, turn: Turn) => Ending | undefined | Promise<Ending | undefined>;
    const ending = await player(step, turn);
    if (ending !== undefined) return ending;
    if (turn.isFull) await turn.room();
  }
  return undefined;
}
