// Parses the registry's JSON leniently: an invalid entry is reported and skipped.
import { isObject, type JsonObject } from "@parley/base";
import { ParleyError, parseJson as parse } from "@parley/base";
import { isSafeId, isSafeVersion, isText, isWithin, parseArgs, parseVariables } from "../fields.ts";
import { FetchFailure, parseAddress } from "../http/open-url.ts";
import { ID_CHARS_MAX, PROBLEMS_MAX, REGISTRY_AGENTS_MAX, TEXT_CHARS_MAX } from "../limits.ts";
import { parseNpmPackage, parsePythonPackage, type PackageSpec } from "./package-spec.ts";
import {
  TARGETS,
  type BinaryDistribution,
  type PackageDistribution,
  type RegistryAgent,
  type RegistryProblem,
  type Target,
} from "./registry-agent.ts";

export interface ParsedRegistry {
  readonly version: string;
  readonly agents: readonly RegistryAgent[];
  readonly problems: readonly RegistryProblem[];
}

/** Throws `registry_unavailable` if the text is not a registry. */
export function parseRegistry(text: string, origin: string): ParsedRegistry {
  const value = parseJson(text, origin);
  if (!isObject(value) || !Array.isArray(value["agents"])) throw noRegistry(origin, "it has no list of agents");
  const entries: readonly unknown[] = value["agents"];
  const agents = new Map<string, RegistryAgent>();
  const problems: RegistryProblem[] = [];
  const report = (entry: string, message: string): undefined => {
    if (problems.length < PROBLEMS_MAX) problems.push({ entry, message });
  };
  if (entries.length > REGISTRY_AGENTS_MAX) report("agents", `only the first ${REGISTRY_AGENTS_MAX} are read`);
  for (const [index, entry] of entries.slice(0, REGISTRY_AGENTS_MAX).entries()) {
    const name = nameOf(entry, index);
    const agent = parseAgent(entry, (message) => report(name, message));
    if (agent === undefined) continue;
    if (agents.has(agent.id)) report(name, "the id is used twice; the first entry is used");
    else agents.set(agent.id, agent);
  }
  const version = isText(value["version"]) ? value["version"].slice(0, ID_CHARS_MAX) : "";
  return { version, agents: [...agents.values()], problems };
}

function parseJson(text: string, origin: string): unknown {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw noRegistry(origin, "it is not JSON", cause);
  }
}

function noRegistry(origin: string, why: string, cause?: unknown): ParleyError {
  return new ParleyError({
    code: "registry_unavailable",
    message: `${origin} is not an agent registry: ${why}`,
    cause,
  });
}

function nameOf(entry: unknown, index: number): string {
  const id = isObject(entry) ? entry["id"] : undefined;
  return typeof id === "string" && isSafeId(id) ? id : `agents[${index}]`;
}

/** Returns undefined, for `return`. */
type Report = (message: string) => undefined;

function parseAgent(entry: unknown, report: Report): RegistryAgent | undefined {
  if (!isObject(entry)) return report("expected an object");
  const { id, name, version, description, distribution, authors } = entry;
  if (typeof id !== "string" || !isSafeId(id)) return report("id: expected lower-case letters, digits and dashes");
  if (typeof version !== "string" || !isSafeVersion(version)) return report("version: expected a version");
  if (!isObject(distribution)) return report("distribution: expected an object");
  const ways = parseDistribution(distribution, version, report);
  if (ways.binary.size === 0 && ways.npx === undefined && ways.uvx === undefined) {
    return report("distribution: none of its kinds is supported");
  }
  return {
    id,
    title: showText(name) ?? id,
    version,
    description: showText(description) ?? "",
    repository: showText(entry["repository"]),
    website: showText(entry["website"]),
    license: showText(entry["license"]),
    authors: Array.isArray(authors) ? authors.flatMap((author) => showText(author) ?? []) : [],
    ...ways,
  };
}

/** One line, without control characters. */
function showText(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return (
    value
      .slice(0, TEXT_CHARS_MAX)
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ")
      .trim()
  );
}

type Ways = Pick<RegistryAgent, "binary" | "npx" | "uvx">;

function parseDistribution({ binary, npx, uvx }: JsonObject, version: string, report: Report): Ways {
  const targets = new Map<Target, BinaryDistribution>();
  if (isObject(binary)) {
    for (const target of TARGETS) {
      if (binary[target] === undefined) continue;
      const parsed = parseBinary(binary[target], (message) => report(`distribution.binary.${target}${message}`));
      if (parsed !== undefined) targets.set(target, parsed);
    }
  } else if (binary !== undefined) report("distribution.binary: expected an object");
  return {
    binary: targets,
    npx: parsePackage(
      npx,
      (text) => parseNpmPackage(text, version),
      (message) => report(`distribution.npx${message}`),
    ),
    uvx: parsePackage(
      uvx,
      (text) => parsePythonPackage(text, version),
      (message) => report(`distribution.uvx${message}`),
    ),
  };
}

function parseBinary(value: unknown, report: Report): BinaryDistribution | undefined {
  if (!isObject(value)) return report(": expected an object");
  const { archive, cmd, sha256 } = value;
  const problem = problemOfAddress(archive);
  if (typeof archive !== "string" || problem !== undefined) return report(`.archive: ${problem}`);
  if (typeof cmd !== "string" || !isWithin(cmd)) return report(".cmd: expected a path within the archive");
  // An invalid hash must not be ignored silently.
  const isHash = typeof sha256 === "string" && /^(sha256:)?[0-9a-f]{64}$/i.test(sha256);
  if (sha256 !== undefined && sha256 !== null && !isHash) return report(".sha256: expected 64 hexadecimal digits");
  const launch = parseLaunch(value, report);
  if (launch === undefined) return undefined;
  return { archive, cmd, ...launch, ...(isHash ? { sha256: sha256.slice(-64).toLowerCase() } : {}) };
}

function problemOfAddress(archive: unknown): string | undefined {
  if (!isText(archive)) return "expected a URL";
  try {
    parseAddress(archive);
    return undefined;
  } catch (error) {
    if (error instanceof FetchFailure) return error.message;
    throw error;
  }
}

function parsePackage(
  value: unknown,
  parseSpec: (text: string) => PackageSpec | undefined,
  report: Report,
): PackageDistribution | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) return report(": expected an object");
  const { package: text, cmd } = value;
  const spec = isText(text) ? parseSpec(text) : undefined;
  if (spec === undefined) return report(".package: expected a package name with at most one version");
  if (cmd !== undefined && cmd !== null && !isProgramName(cmd)) return report(".cmd: expected a program name");
  const launch = parseLaunch(value, report);
  return launch === undefined ? undefined : { ...spec, ...launch, ...(isProgramName(cmd) ? { cmd } : {}) };
}

function isProgramName(value: unknown): value is string {
  return typeof value === "string" && value.length <= ID_CHARS_MAX && /^[A-Za-z0-9_][\w.-]*$/.test(value);
}

function parseLaunch(value: JsonObject, report: Report): Pick<BinaryDistribution, "args" | "env"> | undefined {
  const args = parseArgs(value["args"]);
  const env = parseVariables(value["env"]);
  if (args === undefined) return report(".args: expected a list of strings");
  if (env === undefined) return report(".env: expected strings by name");
  return { args, env };
}
