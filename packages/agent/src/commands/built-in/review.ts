// /review: the model reads the changes in the working tree, or in a range of commits, and says what is wrong with them.
import { promptText } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

/** `main..HEAD`, `v1.0...`, `HEAD~3`, `@{u}..`, a commit: what can be nothing else. */
const RANGE =
  /^(?:[\w./@{}~^-]*\.{2,3}[\w./@{}~^-]*|(?:HEAD|@)(?:[~^]\d*)*|[\w./-]+[~^]\d*|(?=[a-f]*\d)[0-9a-f]{7,40})$/;

export const reviewCommand: SlashCommand = {
  name: "review",
  description: "Reviews the changes that are not committed, or a range of commits",
  hint: "git range and/or what to look at",
  run: async (rest) => {
    const { range, focus } = parseReview(rest);
    return promptText(createPrompt(range, focus));
  },
};

export interface ReviewRequest {
  readonly range: string | undefined;
  readonly focus: string;
}

export function parseReview(rest: string): ReviewRequest {
  const [first = "", ...others] = rest.split(/\s+/);
  // A lone "...": somebody had more to say and did not.
  const isRange = RANGE.test(first) && /\w|@/.test(first) && !first.startsWith("-");
  return isRange ? { range: first, focus: others.join(" ") } : { range: undefined, focus: rest };
}

function createPrompt(range: string | undefined, focus: string): string {
  const subject =
    range === undefined
      ? "Review the changes in the working tree that are not committed: what `git status --short` lists, `git diff HEAD` shows, and new files, which no diff shows. If nothing is uncommitted, review the last commit (`git show HEAD`) and say so. If this is no git repository, say so and ask what to review."
      : `Review the changes of \`${range}\`: if it is a single commit \`git show ${range}\`, else \`git diff ${range}\` and \`git log --oneline ${range}\`.`;
  return [
    `${subject} Change nothing: no edits, no commits, no formatting.`,
    focus === "" ? "" : `Pay special attention to this: ${focus}`,
    `Read the surrounding code where the diff alone does not tell: callers of what changed, the tests, the types. Look for, in this order:
1. mistakes: wrong results, unhandled cases and errors, races, broken callers, data that can be lost;
2. security: input that is trusted, secrets, paths, commands, injection;
3. tests: what changed and is not tested, tests that cannot fail;
4. what makes the code worse to live with: names, duplication, needless complexity, documents that are not true any more.
Check each finding against the code before you report it; leave out what you only suspect, or say plainly that you do. No praise, no matters of taste that a formatter settles.`,
    "Report a list, the gravest first. Each entry: how grave it is (blocker, should fix, minor), `path:line`, what is wrong and when it happens, and how to mend it in a sentence or a few lines of code. End with a verdict in one sentence. If there is nothing to find, say that.",
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}
