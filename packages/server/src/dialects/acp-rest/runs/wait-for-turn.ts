// Waits for a turn to come into a state, without asking again and again.
import type { Turn, Turns } from "@parley/hub";

export async function waitForTurn(
  turns: Pick<Turns, "get" | "onChange">,
  id: string,
  isReached: (turn: Turn) => boolean,
  signal: AbortSignal,
): Promise<Turn> {
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  try {
    return await new Promise<Turn>((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error("Nobody waits"));
      const consider = (turn: Turn): void => {
        if (turn.id === id && isReached(turn)) resolve(turn);
      };
      // Listening first: a change in between would be missed.
      const stopListening = turns.onChange(consider);
      signal.addEventListener("abort", onAbort, { once: true });
      stop = () => {
        stopListening();
        signal.removeEventListener("abort", onAbort);
      };
      turns.get(id).then(consider, reject);
    });
  } finally {
    stop?.();
  }
}
