// Agents in the user's configuration: `agents: { name: { command, … } }`.
import { isObject, type JsonObject } from "@parley/base";
import { ParleyError } from "@parley/base";
import { isText } from "../fields.ts";
import { ARG_CHARS_MAX, ARGS_MAX, ID_CHARS_MAX, VARIABLES_MAX } from "../limits.ts";
import { parseVersion } from "../programs/version.ts";
import { problemsOfSandbox } from "./sandbox-problems.ts";

export interface CustomAgent {
  /** A program's name, its absolute path (`~`, `$VAR` and `%VAR%` are replaced), or a full shell command line. */
  readonly command: string;
  /** Default: those of the known agent of that name, or none. */
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly title?: string | undefined;
  /** Arguments that make it print its version. By default it is only asked if a minimum version is required. */
  readonly versionArgs?: readonly string[] | undefined;
  readonly minimumVersion?: string | undefined;
}

/** By name. An agent with the name of a known agent replaces it. */
export type CustomAgents = ReadonlyMap<string, CustomAgent>;

export const FIELDS = ["command", "args", "env", "title", "versionArgs", "minimumVersion"] as const;

/** The value of `agents` in the configuration. Throws `bad_config`, which names every invalid field. */
export function parseCustomAgents(raw: unknown, origin = "config.json"): CustomAgents {
  if (raw === undefined || raw === null) return new Map();
  if (!isObject(raw)) throw badConfig(origin, ["agents: expected an object of agents by name"]);
  const agents = new Map<string, CustomAgent>();
  const problems: string[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const found = [...problemsOfName(name), ...(isObject(value) ? problemsOf(value) : [": expected an object"])];
    problems.push(...found.map((problem) => `agents.${name}${problem}`));
    // An entry without a program configures a known agent.
    const isProgram = isObject(value) && value["command"] !== undefined;
    if (found.length === 0 && isProgram) agents.set(name, pick(value as unknown as CustomAgent));
  }
  if (problems.length > 0) throw badConfig(origin, problems);
  return agents;
}

/** Throws `bad_input`, which names the first invalid field, if the agent could not be read again. */
export function checkCustomAgent(name: string, agent: CustomAgent): void {
  const [problem] = [
    ...problemsOfName(name).map((found) => `.name${found}`),
    ...problemsOf(agent as unknown as JsonObject),
  ];
  if (problem === undefined) return;
  const message = problem.replace(/^\./, "/").replace(/^([^:]*)\[(\d+)\]/, "$1/$2");
  throw new ParleyError({ code: "bad_input", message });
}

function pick(agent: CustomAgent): CustomAgent {
  return Object.fromEntries(FIELDS.map((field) => [field, agent[field]])) as unknown as CustomAgent;
}

function badConfig(origin: string, problems: readonly string[]): ParleyError {
  return new ParleyError({ code: "bad_config", message: `${origin}: ${problems.slice(0, 20).join("; ")}` });
}

function problemsOfName(name: string): string[] {
  if (/^[A-Za-z0-9][\w.-]*$/.test(name) && name.length <= ID_CHARS_MAX) return [];
  return [`: a name may only contain letters, digits, ".", "_" and "-", and at most ${ID_CHARS_MAX} characters`];
}

/** Each begins with the field: `.command: …`. */
function problemsOf(agent: JsonObject): string[] {
  const { command, args, env, title, versionArgs, minimumVersion, sandbox } = agent;
  const problems = sandbox === undefined ? [] : problemsOfSandbox(sandbox);
  if (sandbox !== undefined && Object.keys(agent).length === 1) return problems;
  if (!isText(command) || command.trim() === "") problems.push(".command: expected a program");
  else if (isRelativePath(command)) {
    problems.push(".command: expected a name or an absolute path; a relative path depends on the current folder");
  }
  if (args !== undefined) problems.push(...problemsOfTexts("args", args));
  if (versionArgs !== undefined) problems.push(...problemsOfTexts("versionArgs", versionArgs));
  if (env !== undefined) problems.push(...problemsOfVariables(env));
  if (title !== undefined && !isText(title)) problems.push(`.title: expected ${TEXT}`);
  if (minimumVersion !== undefined && !isVersion(minimumVersion)) {
    problems.push(`.minimumVersion: expected a version such as "1.2.3"`);
  }
  return problems;
}

const TEXT = `a string of at most ${ARG_CHARS_MAX} characters without NUL`;

function problemsOfTexts(field: string, value: unknown): string[] {
  if (!Array.isArray(value)) return [`.${field}: expected a list of strings`];
  if (value.length > ARGS_MAX) return [`.${field}: more than ${ARGS_MAX} entries`];
  const wrong = value.findIndex((entry) => !isText(entry));
  return wrong === -1 ? [] : [`.${field}[${wrong}]: expected ${TEXT}`];
}

function problemsOfVariables(env: unknown): string[] {
  if (!isObject(env)) return [".env: expected an object of strings by name"];
  const entries = Object.entries(env);
  if (entries.length > VARIABLES_MAX) return [`.env: more than ${VARIABLES_MAX} variables`];
  const wrong = entries.find(([name, value]) => name === "" || /[=\0]/.test(name) || !isText(value));
  return wrong === undefined ? [] : [`.env.${wrong[0]}: expected a variable name and ${TEXT}`];
}

function isVersion(value: unknown): boolean {
  return typeof value === "string" && parseVersion(value) !== undefined;
}

function isRelativePath(command: string): boolean {
  return /^[^\s]*[/\\]/.test(command) && !/^([/\\~]|[A-Za-z]:[/\\]|\$|%)/.test(command) && !/\s/.test(command);
}
