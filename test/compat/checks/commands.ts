// Commands, and the permission for them: granted or refused.
import { begin, describeTurn, must, play, sawResult, type Absent, type Check, type Played } from "./check.ts";
import { readText } from "./files.ts";
import type { Scene } from "../scene.ts";

export const run: Check = {
  holds: "the command really runs, and its output reaches the model",
  async run(scene) {
    const made = scene.file("by-command.txt");
    const word = scene.word();
    // The command does not contain its output, so that only running it can give that.
    const played = await play(scene, [`run touch ${made} && printf '%s-%s\\n' ${word} output`, "say done"]);
    must((await readText(made)) !== undefined, "the command did not run", played);
    must(sawResult(played, `${word}-output`), "the output did not reach the model", played);
    return undefined;
  },
};

export const allow: Check = {
  holds: "permission is asked for, given, and the file is made",
  run: (scene) => askFor(scene, "allow"),
};

export const reject: Check = {
  holds: "permission is asked for, refused, and no file is made",
  run: (scene) => askFor(scene, "reject"),
};

async function askFor(scene: Scene, answer: "allow" | "reject"): Promise<Absent | undefined> {
  const { person } = await scene.driver();
  const made = scene.file(`${answer}-${scene.word()}.txt`);
  const before = person.questions.length;
  person.answer = answer;
  try {
    const played = await playToAnyEnd(scene, made);
    const isMade = (await readText(made)) !== undefined;
    if (person.questions.length === before) {
      must(isMade, "it neither asked nor did it", played);
      return { absent: "it never asks" };
    }
    must(isMade === (answer === "allow"), `the file is ${isMade ? "" : "not "}there`, played);
    return undefined;
  } finally {
    person.answer = "allow";
  }
}

/** Refused, some agents end the turn as cancelled. */
async function playToAnyEnd(scene: Scene, made: string): Promise<Played> {
  const { ended, ...playing } = await begin(scene, [`run touch ${made}`, "say done"]);
  const turn = await ended;
  const isEnd = turn.stopReason === "end_turn" || turn.stopReason === "cancelled";
  must(isEnd, `the turn ended with ${describeTurn(turn)}`, playing);
  return { ...playing, turn };
}
