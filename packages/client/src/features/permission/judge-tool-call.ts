// Decides on a tool call by policy: on the tool and on each command and URL in it; the strictest decision counts.
import type { Judge, Subject } from "@parley/home/judge";
import { ParleyError } from "@parley/base";
import type { CommandInput, Facts, ToolRequest } from "@parley/machine";
import type { Decision, Proposal, ToolFacts, ToolKind } from "@parley/policy";
import { SUBJECTS_MAX } from "../../limits.ts";
import type { ToolSubject } from "./tool-subject.ts";

type CommandOptions = NonNullable<ToolRequest["command"]>["options"];

export interface JudgedToolCall {
  readonly decision: Decision;
  readonly main: MainSubject;
  /** All subjects, for grants. */
  readonly subjects: readonly Subject[];
  readonly proposals: readonly Proposal[];
}

export async function judgeToolCall(judge: Judge, tool: ToolSubject, title: string): Promise<JudgedToolCall> {
  const { main, others, doubt } = await collect(judge, tool, title);
  let decision = await judge.decideAnew(main);
  for (const subject of others) decision = stricter(decision, await judge.decideAnew(subject));
  for (const command of await readRemote(judge, tool)) {
    decision = stricterByDenial(decision, await judge.decideAnew(command));
  }
  const guess = await readGuess(judge, tool);
  if (guess !== undefined) decision = stricterByGuess(decision, await judge.decideAnew(guess), tool.kind);
  if (doubt !== undefined) decision = judge.doubt(decision, doubt);
  const isOnce = doubt !== undefined || others.length > 0;
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
  /** Commands and URLs after the first, and files that it changes although its kind does not say so. */
  readonly others: readonly Subject[];
  /** Why not everything it names could be checked. */
  readonly doubt: string | undefined;
}

const UNREAD = "Parley could not check everything this tool call names";

async function collect(judge: Judge, tool: ToolSubject, title: string): Promise<Collected> {
  const { paths, commands, urls, writes, deletes } = tool;
  const isTooMany = [paths, commands, urls, writes, deletes].some((list) => list.length > SUBJECTS_MAX);
  const bounded = {
    ...tool,
    paths: paths.slice(0, SUBJECTS_MAX),
    commands: commands.slice(0, SUBJECTS_MAX),
    urls: urls.slice(0, SUBJECTS_MAX),
    writes: writes.slice(0, SUBJECTS_MAX),
    deletes: deletes.slice(0, SUBJECTS_MAX),
  };
  const denies = await judge.deniesPaths();
  const found = isTooMany ? `it names more than ${SUBJECTS_MAX}` : findDoubt(tool, denies || !isBold(judge.level));
  const doubt = found === undefined ? undefined : `${UNREAD}: ${found}`;
  try {
    return { ...(await toSubjects(judge, bounded, title, denies)), doubt };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const { name, kind } = tool;
    return { main: toMainSubject(tool, { name, kind }, title), others: [], doubt: `${UNREAD}: ${error.message}` };
  }
}

/** Levels at which only a rule denies a file. */
function isBold(level: Judge["level"]): boolean {
  return level === "bypass" || level === "autopilot";
}

function findDoubt({ reading: { doubts, leftovers } }: ToolSubject, isStrict: boolean): string | undefined {
  const [leftover] = isStrict ? leftovers : [];
  return doubts[0] ?? (leftover === undefined ? undefined : `Parley does not know what ${leftover} is for`);
}

async function toSubjects(
  judge: Judge,
  tool: ToolSubject,
  title: string,
  denies: boolean,
): Promise<Pick<Collected, "main" | "others">> {
  const facts = await judge.facts();
  const isRun = tool.kind === "execute";
  const [input, ...more] = isRun ? tool.commands : [undefined, ...tool.commands];
  const [url, ...urls] = tool.kind === "fetch" ? tool.urls : [undefined, ...tool.urls];
  const options = tool.commandOptions;
  const { name, kind, mcp, paths } = tool;
  const command = input === undefined ? undefined : { input, options };
  // Weak mentions only matter if a rule denies paths.
  const mentions = denies ? tool.mentions : tool.mentions.filter(({ isWeak }) => !isWeak);
  const toolFacts = await facts.toolFacts({ name, kind, server: mcp?.server, paths, mentions, command, url });
  const others: Subject[] = [];
  for (const one of more) if (one !== undefined) others.push(await toExecute(facts, one, options));
  for (const one of urls) {
    if (one !== undefined) others.push({ request: { kind: "fetch", url: one }, facts: facts.fetchFacts(one) });
  }
  for (const path of tool.writes) {
    others.push({ request: { kind: "write", path }, facts: await facts.pathFacts(path, { means: "target" }) });
  }
  for (const path of tool.deletes) {
    others.push({ request: { kind: "delete", path }, facts: await facts.pathFacts(path, { means: "entry" }) });
  }
  return { main: toMainSubject(tool, toolFacts, title), others };
}

async function toExecute(facts: Facts, input: CommandInput, options: CommandOptions): Promise<Subject<"execute">> {
  const command = typeof input === "string" ? input : [input.command, ...(input.args ?? [])].join(" ");
  return { request: { kind: "execute", command }, facts: await facts.commandFacts(input, options) };
}

/** The input of an MCP tool may not be a command; a rule that denies it applies anyway. */
async function readRemote(judge: Judge, tool: ToolSubject): Promise<readonly Subject<"execute">[]> {
  const facts = await judge.facts();
  const found: Subject<"execute">[] = [];
  for (const input of tool.remoteCommands.slice(0, SUBJECTS_MAX)) {
    try {
      found.push(await toExecute(facts, input, tool.commandOptions));
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
    }
  }
  return found;
}

function toMainSubject({ name, mcp }: ToolSubject, facts: ToolFacts, title: string): MainSubject {
  if (mcp !== undefined)
    return { request: { kind: "mcp", server: mcp.server, name }, facts: { ...facts, server: mcp.server } };
  return { request: { kind: "tool", name, title: title === name ? undefined : title }, facts };
}

/** A title counts as a command only for written rules and remembered choices, not for levels. */
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

/** Decisions by a written rule or a remembered choice. */
const CHOSEN_BY_USER: ReadonlySet<Decision["rule"]["source"]> = new Set(["rule", "remembered"]);
const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

function stricter(one: Decision, other: Decision): Decision {
  return STRICTNESS[other.verdict] > STRICTNESS[one.verdict] ? other : one;
}

/** Only a denial by a written rule or a remembered choice counts. */
function stricterByDenial(known: Decision, other: Decision): Decision {
  return other.verdict === "deny" && CHOSEN_BY_USER.has(other.rule.source) ? stricter(known, other) : known;
}

function stricterByGuess(known: Decision, guessed: Decision, kind: ToolKind): Decision {
  if (kind !== "execute") return stricterByDenial(known, guessed);
  const isMeant = CHOSEN_BY_USER.has(guessed.rule.source);
  // The tool only needed approval because its command was unknown.
  const isUnseen = known.verdict === "ask" && known.rule.source === "level";
  if (guessed.verdict === "allow" && isMeant && isUnseen) return guessed;
  return guessed.verdict === "deny" ? stricter(known, guessed) : known;
}

/** Proposals to remember: the command or the files rather than the tool, and none for an unknown tool. */
async function propose(
  judge: Judge,
  { kind, isNamed }: ToolSubject,
  main: MainSubject,
  guess: Subject<"execute"> | undefined,
): Promise<readonly Proposal[]> {
  if (guess !== undefined && kind === "execute") return judge.propose(guess);
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
