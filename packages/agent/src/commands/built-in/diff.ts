// /diff: what the session has changed in the files, or the last turn alone.
import { inlineCode } from "../../text/markdown.ts";
import { say, sayFailure } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

export const diffCommand: SlashCommand = {
  name: "diff",
  description: "Shows what this session has changed in your files, or the last turn alone",
  hint: "session | turn",
  run: (rest, { checkpoints }) =>
    sayFailure(async () => {
      const what = rest.toLowerCase();
      if (what !== "" && what !== "session" && what !== "turn") {
        return say(
          `There is no diff of ${inlineCode(rest)}. \`/diff\` shows the whole session, \`/diff turn\` the last turn that changed something.`,
        );
      }
      return say(await checkpoints.diff(what === "turn" ? "turn" : "session"));
    }),
};
