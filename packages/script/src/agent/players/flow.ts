// Plays the steps that decide how the turn continues.
import type { Players } from "../player.ts";

export const flowPlayers: Players<"wait" | "stop" | "fail"> = {
  wait: ({ ms }, turn) => turn.wait(ms),
  stop: ({ reason }) => ({ kind: "stop", reason }),
  fail: ({ message }) => ({ kind: "fail", message }),
};
