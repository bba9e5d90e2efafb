// The agents of the settings: `acp.agent.profiles`, `acp.agent.executable` with its arguments, and the older `goose.binaryPath`.
import { isObject } from "@parley/base";
import { isSecretName } from "@parley/policy";
import { checkText, checkTextMap, checkTexts, type EntryCheck } from "./check-fields.ts";
import { hasReference } from "./references.ts";
import { kindOf, nameEntry, type Checked, type Localisation, type SettingProblem } from "./setting-problem.ts";

export interface AgentProfile {
  readonly name: string;
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The agent of the server that this is, if nothing else is said about it. */
  readonly sameAs?: string | undefined;
  /** The setting that it comes from. */
  readonly setting: string;
  /** The default of the setting, which no settings file has. */
  readonly isDefault?: boolean | undefined;
}

export interface GivenAgents {
  readonly profiles: unknown;
  readonly executable: unknown;
  readonly args: unknown;
  readonly env: unknown;
  readonly gooseBinaryPath: unknown;
}

/** How the agent of `acp.agent.executable` is called. */
const CUSTOM = "Custom";
const PROFILES = "acp.agent.profiles";
const EXECUTABLE = "acp.agent.executable";

/** Custom first; of two with the same name the later one counts. */
export function checkAgents(given: GivenAgents, l10n: Localisation): Checked<readonly AgentProfile[]> {
  const problems: SettingProblem[] = [];
  const found = [
    ...checkProfiles(given.profiles, problems, l10n),
    ...checkGoose(given.gooseBinaryPath, problems, l10n),
    ...checkCustom(given, problems, l10n),
  ];
  const byName = new Map<string, AgentProfile>();
  for (const profile of found) {
    if (byName.has(profile.name)) {
      const message = l10n.t(
        '{0}: two agents are called "{1}". The later one is used; rename one.',
        PROFILES,
        profile.name,
      );
      problems.push({ setting: PROFILES, level: "error", message });
    }
    byName.set(profile.name, profile);
  }
  const isCustom = ({ setting }: AgentProfile): boolean => setting === EXECUTABLE;
  const all = [...byName.values()];
  return { value: [...all.filter(isCustom), ...all.filter((one) => !isCustom(one))], problems };
}

function checkProfiles(value: unknown, problems: SettingProblem[], l10n: Localisation): readonly AgentProfile[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    const message = l10n.t("{0} must be a list of agents, not {1}.", PROFILES, kindOf(value, l10n));
    problems.push({ setting: PROFILES, level: "error", message });
    return [];
  }
  return value.flatMap((entry: unknown, index) => checkProfile(entry, index, problems, l10n));
}

function checkProfile(
  value: unknown,
  index: number,
  problems: SettingProblem[],
  l10n: Localisation,
): readonly AgentProfile[] {
  const entry = nameEntry(PROFILES, index, isObject(value) ? value["name"] : undefined);
  const fail = (message: string): void => void problems.push({ setting: PROFILES, level: "error", message });
  if (!isObject(value)) {
    fail(l10n.t("{0} must be an object with name and executable, not {1}.", entry, kindOf(value, l10n)));
    return [];
  }
  const check: EntryCheck = { entry, l10n, fail };
  const name = checkText(check, "name", value["name"], true);
  const executable = checkText(check, "executable", value["executable"], true);
  const args = checkTexts(check, "args", value["args"]);
  const env = checkTextMap(check, "env", value["env"]);
  if (name === undefined || executable === undefined || args === undefined || env === undefined) return [];
  findPlainSecrets(entry, env, [index, "env"], problems, l10n);
  return [correct({ name, executable, args, env, setting: PROFILES }, entry, problems, l10n)];
}

function checkCustom(given: GivenAgents, problems: SettingProblem[], l10n: Localisation): readonly AgentProfile[] {
  const fieldOf = (name: string): EntryCheck => ({
    entry: `acp.agent.${name}`,
    l10n,
    fail: (message) => void problems.push({ setting: `acp.agent.${name}`, level: "error", message }),
  });
  const executable = checkText(fieldOf("executable"), "value", given.executable, false);
  const args = checkTexts(fieldOf("args"), "value", given.args);
  const env = checkTextMap(fieldOf("env"), "value", given.env);
  if (executable === undefined || executable === "" || args === undefined || env === undefined) return [];
  findPlainSecrets("acp.agent.env", env, [], problems, l10n);
  return [correct({ name: CUSTOM, executable, args, env, setting: EXECUTABLE }, EXECUTABLE, problems, l10n)];
}

function checkGoose(value: unknown, problems: SettingProblem[], l10n: Localisation): readonly AgentProfile[] {
  if (value === undefined || value === null || value === "") return [];
  const setting = "goose.binaryPath";
  if (typeof value !== "string") {
    const message = l10n.t("{0} must be a string, not {1}.", setting, kindOf(value, l10n));
    problems.push({ setting, level: "error", message });
    return [];
  }
  return [{ name: "goose (goose.binaryPath)", executable: value.trim(), args: ["acp"], env: {}, setting }];
}

/** Commands that were published for these agents and do not speak ACP. */
function correct(profile: AgentProfile, entry: string, problems: SettingProblem[], l10n: Localisation): AgentProfile {
  const program =
    profile.executable
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.(exe|cmd)$/i, "") ?? "";
  const isBare = profile.executable === program && Object.keys(profile.env).length === 0;
  const line = profile.args.join(" ");
  const notice = (message: string): void => void problems.push({ setting: profile.setting, level: "notice", message });
  if (program === "goose" && ["", "session", "session start", "run"].includes(line)) {
    notice(
      l10n.t('{0}: "goose {1}" does not speak ACP. Parley runs "goose acp"; change args to ["acp"].', entry, line),
    );
    return { ...profile, args: ["acp"], ...(isBare && { sameAs: "goose" }) };
  }
  if (["claude-code", "claude"].includes(program) && line === "") {
    notice(l10n.t('{0}: "{1}" does not speak ACP. Parley runs "claude-agent-acp"; change executable.', entry, program));
    return { ...profile, executable: "claude-agent-acp", ...(isBare && { sameAs: "claude" }) };
  }
  if (isBare && program === "goose" && line === "acp") return { ...profile, sameAs: "goose" };
  if (isBare && program === "claude-agent-acp" && line === "") return { ...profile, sameAs: "claude" };
  return profile;
}

/** Settings are synchronised and committed. */
export function findPlainSecrets(
  entry: string,
  env: Readonly<Record<string, string>>,
  at: readonly (string | number)[],
  problems: SettingProblem[],
  l10n: Localisation,
  setting: string = at.length === 0 ? "acp.agent.env" : PROFILES,
): void {
  for (const [name, value] of Object.entries(env)) {
    if (value.length < SECRET_CHARS_MIN || hasReference(value) || !isSecretName(name)) continue;
    const message = l10n.t("{0}: {1} looks like a secret. Move it to the secret storage.", entry, name);
    problems.push({ setting, level: "notice", message, secretAt: [...at, name] });
  }
}

/** Shorter values are hardly keys. */
const SECRET_CHARS_MIN = 8;
