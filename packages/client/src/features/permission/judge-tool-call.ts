// What policy says of a tool call: of the tool, and of each command and address in it; the strictest word counts.
import type { Judge, Subject } from "@parley/home/judge";
import { ParleyError } from "@parley/base";
import type { Decision, Proposal, ToolFacts } from "@parley/policy";
import { SUBJECTS_MAX } from "../limits.ts";
import type { ToolSubject } from "./tool-subject.ts";

export interface JudgedToolCall {
  readonly decision: Decision;
  readonly main: MainSubject;
  /** All of them, for grants. */
  readonly subjects: readonly Subject[];
  readonly proposals: readonly Proposal[];
}

export async function judgeToolCall(judge: Judge, tool: ToolSubject, title: string): Promise<JudgedToolCall> {
  const { main, others, isDoubtful } = await collect(judge, tool, title);
  let decision = await judge.decideAnew(main);
  for (const subject of others) decision = stricter(decision, await judge.decideAnew(subject));
  const guess = await readGuess(judge, tool);
  if (guess !== undefined) decision = stricterByGuess(decision, await judge.decideAnew(guess));
  if (isDoubtful && decision.verdict === "allow") decision = toQuestion(decision);
  const isOnce = isDoubtful || others.length > 0;
  return {
    decision,
    main,
    subjects: [main, ...others, ...(guess === undefined ? [] : [guess])],
    proposals: isOnce ? [] : await propose(judge, tool, main, guess),
  };
}

type MainSubject = Subject<"tool"> | Subject<"mcp">;

interface Collected {
  readonly main: MainSubject;
  /** Commands and addresses after the first. */
  readonly others: readonly Subject[];
  /** Not everything it names could be looked at. */
  readonly isDoubtful: boolean;
}

async function collect(judge: Judge, tool: ToolSubject, title: string): Promise<Collected> {
  const { paths, commands, urls } = tool;
  const isTooMany = [paths, commands, urls].some((list) => list.length > SUBJECTS_MAX);
  const bounded = {
    ...tool,
    paths: paths.slice(0, SUBJECTS_MAX),
    commands: commands.slice(0, SUBJECTS_MAX),
    urls: urls.slice(0, SUBJECTS_MAX),
  };
  try {
    return { ...(await toSubjects(judge, bounded, title)), isDoubtful: isTooMany || tool.isVague };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const { name, kind } = tool;
    return { main: toMainSubject(tool, { name, kind }, title), others: [], isDoubtful: true };
  }
}

async function toSubjects(judge: Judge, tool: ToolSubject, title: string): Promise<Omit<Collected, "isDoubtful">> {
  const facts = await judge.facts();
  const [input, ...commands] = tool.commands;
  const [url, ...urls] = tool.urls;
  const options = tool.commandOptions;
  const { name, kind, mcp, paths } = tool;
  const command = input === undefined ? undefined : { input, options };
  const toolFacts = await facts.toolFacts({ name, kind, server: mcp?.server, paths, command, url });
  const others: Subject[] = [];
  for (const more of commands) {
    const line = typeof more === "string" ? more : [more.command, ...(more.args ?? [])].join(" ");
    others.push({ request: { kind: "execute", command: line }, facts: await facts.commandFacts(more, options) });
  }
  for (const more of urls) others.push({ request: { kind: "fetch", url: more }, facts: facts.fetchFacts(more) });
  return { main: toMainSubject(tool, toolFacts, title), others };
}

function toMainSubject({ name, mcp }: ToolSubject, facts: ToolFacts, title: string): MainSubject {
  if (mcp !== undefined)
    return { request: { kind: "mcp", server: mcp.server, name }, facts: { ...facts, server: mcp.server } };
  return { request: { kind: "tool", name, title: title === name ? undefined : title }, facts };
}

/** A title is taken for a command only where somebody wrote or chose so; no level goes by it. */
async function readGuess(
  judge: Judge,
  { guess, commandOptions }: ToolSubject,
): Promise<Subject<"execute"> | undefined> {
  if (guess === undefined) return undefined;
  try {
    const facts = await (await judge.facts()).commandFacts(guess, commandOptions);
    return { request: { kind: "execute", command: guess }, facts };
  } catch (error) {
    if (error instanceof ParleyError) return undefined;
    throw error;
  }
}

/** Somebody wrote or chose it. */
const MEANT: ReadonlySet<Decision["rule"]["source"]> = new Set(["rule", "remembered"]);
const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

function stricter(one: Decision, other: Decision): Decision {
  return STRICTNESS[other.verdict] > STRICTNESS[one.verdict] ? other : one;
}

function stricterByGuess(known: Decision, guessed: Decision): Decision {
  const isMeant = MEANT.has(guessed.rule.source);
  // The tool itself was only asked about because nothing was known of what it runs.
  const isUnseen = known.verdict === "ask" && known.rule.source === "level";
  if (guessed.verdict === "allow" && isMeant && isUnseen) return guessed;
  return guessed.verdict === "deny" ? stricter(known, guessed) : known;
}

function toQuestion(decision: Decision): Decision {
  return { ...decision, verdict: "ask", reason: "Not everything that this tool call names could be looked at" };
}

/** What may be remembered: the command or the files rather than the tool, and nothing of a tool that nobody knows. */
async function propose(
  judge: Judge,
  { kind, isNamed }: ToolSubject,
  main: MainSubject,
  guess: Subject<"execute"> | undefined,
): Promise<readonly Proposal[]> {
  if (guess !== undefined) return judge.propose(guess);
  const { command, paths = [] } = main.facts;
  if (kind === "execute") {
    return command === undefined ? [] : judge.propose({ request: { kind, command: "" }, facts: command });
  }
  if (isNamed) return judge.propose<"tool" | "mcp">(main);
  const request = kind === "edit" ? "write" : kind;
  if (request !== "read" && request !== "write" && request !== "delete") return [];
  const proposals = paths.map((facts) => judge.propose({ request: { kind: request, path: facts.requested }, facts }));
  return (await Promise.all(proposals)).flat();
}
