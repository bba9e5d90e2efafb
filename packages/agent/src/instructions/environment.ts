// The environment: the part of the instructions that varies by folder and day, so it comes last.
import type { GitFacts } from "./git-facts.ts";

export interface EnvironmentFacts {
  readonly cwd: string;
  /** The folders the session may access, `cwd` first. */
  readonly roots: readonly string[];
  /** As in `process.platform`. */
  readonly platform: string;
  readonly shell?: string | undefined;
  readonly modelId: string;
  readonly git?: GitFacts | undefined;
  /** Epoch milliseconds; only the day is included, so that the instructions stay cached. */
  readonly now: number;
}

const PLATFORMS: Readonly<Record<string, string>> = { darwin: "macOS", linux: "Linux", win32: "Windows" };

export function describeEnvironment(facts: EnvironmentFacts): string {
  const { cwd, roots, platform, shell, modelId, git, now } = facts;
  const others = roots.filter((root) => root !== cwd);
  const lines = [
    `Working folder: ${oneLine(cwd)}`,
    ...(others.length > 0 ? [`Additional folders: ${others.map(oneLine).join(", ")}`] : []),
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

/** In local time, not in UTC. */
function toDay(now: number): string {
  const date = new Date(now);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** Names come from the disk and must not look like another line of the instructions. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "\uFFFD");
}
