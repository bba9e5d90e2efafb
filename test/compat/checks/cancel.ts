// Cancelling: while the model speaks, and while a command runs.
import { GONE_MS } from "../limits.ts";
import { begin, describeTurn, must, textOf, type Check, type Playing } from "./check.ts";

/** Minutes of it, unless it is cancelled. */
const LONG_SPEECH = "slow 3000 200";

export const cancel: Check = {
  holds: "a turn that is cancelled while the model speaks ends as `cancelled`",
  async run(scene) {
    const session = await scene.session();
    const spoken = session.next((update) => textOf([update]).includes("piece"));
    const playing = await begin(scene, [LONG_SPEECH]);
    await Promise.race([spoken, playing.ended]);
    await cancelAndJudge(playing);
    return undefined;
  },
};

export const cancelTool: Check = {
  holds: "a turn that is cancelled while a command runs ends as `cancelled`, and the command ends too",
  async run(scene) {
    const started = scene.file("started.txt");
    // A number of seconds that no other process sleeps.
    const seconds = `300.${Date.now() % 1_000_000}`;
    const isSleeper = (line: string): boolean => new RegExp(String.raw`\bsleep ${seconds}$`).test(line);
    const playing = await begin(scene, [`run touch ${started} && sleep ${seconds}`, "say done"]);
    await scene.appears(started, playing.ended);
    const found = await scene.processes.waitForSome(isSleeper, GONE_MS);
    must(found.length > 0 || !scene.processes.canTell, "the command did not start", playing);
    await cancelAndJudge(playing);
    const left = await scene.processes.waitForNone(isSleeper, GONE_MS);
    must(left.length === 0, `still running ${GONE_MS} ms after the cancel: ${left.join("; ")}`, playing);
    return undefined;
  },
};

async function cancelAndJudge(playing: Playing): Promise<void> {
  await playing.session.cancel();
  const turn = await playing.ended;
  must(turn.stopReason === "cancelled", `the turn ended with ${describeTurn(turn)}, not cancelled`, playing);
}
