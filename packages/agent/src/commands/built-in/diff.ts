// /diff: the file changes of the session, or of the last turn alone.
import { inlineCode } from "../../text/markdown.ts";
import { say, sayFailure } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

export const diffCommand: SlashCommand = {
  name: "diff",
  description: "Show the file changes of this session, or of the last turn alone",
  hint: "session | turn",
  run: (rest, { checkpoints }) =>
    sayFailure(async () => {
      const what = rest.toLowerCase();
      if (what !== "" && what !== "session" && what !== "turn") {
        return say(
          `${inlineCode(rest)} is not a valid argument. \`/diff\` shows the whole session, \`/diff turn\` the last turn that changed something.`,
        );
      }
      return say(await checkpoints.diff(what === "turn" ? "turn" : "session"));
    }),
};
