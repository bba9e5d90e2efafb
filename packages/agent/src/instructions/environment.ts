// Where the agent is: the part of the instructions that differs from place to place and from day to day, so it comes last.
import type { GitFacts } from "./git-facts.ts";

export interface EnvironmentFacts {
  readonly cwd: string;
  /** The folders the session may touch, `cwd` first. */
  readonly roots: readonly string[];
  /** As Node calls it. */
  readonly platform: string;
  readonly shell?: string | undefined;
  readonly modelId: string;
  readonly git?: GitFacts | undefined;
  /** Epoch milliseconds; only the day is told, so that the instructions stay the same until the next. */
  readonly now: number;
}

const PLATFORMS: Readonly<Record<string, string>> = { darwin: "macOS", linux: "Linux", win32: "Windows" };

export function describeEnvironment(facts: EnvironmentFacts): string {
  const { cwd, roots, platform, shell, modelId, git, now } = facts;
  const others = roots.filter((root) => root !== cwd);
  const lines = [
    `Working folder: ${oneLine(cwd)}`,
    ...(others.length > 0 ? [`Further folders: ${others.map(oneLine).join(", ")}`] : []),
    `System: ${PLATFORMS[platform] ?? oneLine(platform)}`,
    ...(shell === undefined ? [] : [`Shell: ${oneLine(shell)}`]),
    `Model: ${oneLine(modelId)}`,
    describeGit(git, cwd),
    `Date: ${toDay(now)}`,
  ];
  return ["# Environment", "", ...lines.map((line) => `- ${line}`)].join("\n");
}

function describeGit(git: GitFacts | undefined, cwd: string): string {
  if (git === undefined) return "Version control: none found";
  const head = git.branch === undefined ? "no branch" : `branch ${oneLine(git.branch)}`;
  return `Version control: git, ${head}${git.root === cwd ? "" : `, root ${oneLine(git.root)}`}`;
}

/** Where the person is, not in Greenwich. */
function toDay(now: number): string {
  const date = new Date(now);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** Names come from the disk: none may look like another line of ours. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "\uFFFD");
}
