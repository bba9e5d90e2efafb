// /review: the model reviews the changes in the working tree or in a range of commits.
import { promptText } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

/** `main..HEAD`, `v1.0...`, `HEAD~3`, `@{u}..`, a commit: unambiguous git revisions. */
const RANGE =
  /^(?:[\w./@{}~^-]*\.{2,3}[\w./@{}~^-]*|(?:HEAD|@)(?:[~^]\d*)*|[\w./-]+[~^]\d*|(?=[a-f]*\d)[0-9a-f]{7,40})$/;

export const reviewCommand: SlashCommand = {
  name: "review",
  description: "Review uncommitted changes, or a range of commits",
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
  // A lone "..." is not a range.
  const isRange = RANGE.test(first) && /\w|@/.test(first) && !first.startsWith("-");
  return isRange ? { range: first, focus: others.join(" ") } : { range: undefined, focus: rest };
}

function createPrompt(range: string | undefined, focus: string): string {
  const subject =
    range === undefined
      ? "Review the uncommitted changes in the working tree: what `git status --short` lists, what `git diff HEAD` shows, and new files, which a diff does not show. If nothing is uncommitted, review the last commit (`git show HEAD`) and say so. If this is not a git repository, say so and ask what to review."
      : `Review the changes of \`${range}\`: if it is a single commit \`git show ${range}\`, else \`git diff ${range}\` and \`git log --oneline ${range}\`.`;
  return [
    `${subject} Do not change anything: no edits, no commits, no formatting.`,
    focus === "" ? "" : `Focus on: ${focus}`,
    `Read the surrounding code where the diff alone is not enough: callers of the changed code, tests, types. Look for, in this order:
1. mistakes: wrong results, unhandled cases and errors, races, broken callers, data that can be lost;
2. security: input that is trusted, secrets, paths, commands, injection;
3. tests: what changed and is not tested, tests that cannot fail;
4. what makes the code harder to maintain: names, duplication, needless complexity, outdated documentation.
Check each finding against the code before you report it; leave out what you only suspect, or say plainly that you do. No praise, no matters of taste that a formatter settles.`,
    "Report a list, most severe first. Each entry: severity (blocker, should fix, minor), `path:line`, what is wrong and when it happens, and how to fix it in a sentence or a few lines of code. End with a verdict in one sentence. If you find no problems, say so.",
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}
