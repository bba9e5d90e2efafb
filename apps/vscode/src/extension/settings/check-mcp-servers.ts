// `acp.mcp.servers`: the MCP servers that agents get with new sessions.
import type { McpServer } from "@parley/acp";
import { isObject } from "@parley/base";
import { findPlainSecrets } from "./check-profiles.ts";
import { checkText, checkTextMap, checkTexts, type EntryCheck } from "./check-fields.ts";
import { kindOf, nameEntry, type Checked, type Localisation, type SettingProblem } from "./setting-problem.ts";

const SERVERS = "acp.mcp.servers";
const TRANSPORTS = ["stdio", "http", "sse"] as const;

/** Of a kind that we know. */
export type SettingServer = Extract<McpServer, { readonly name: string }>;

/** Wrong entries are left out; of two with the same name the later one counts. */
export function checkMcpServers(value: unknown, l10n: Localisation): Checked<readonly SettingServer[]> {
  const problems: SettingProblem[] = [];
  if (value === undefined || value === null) return { value: [], problems };
  if (!Array.isArray(value)) {
    const message = l10n.t("{0} must be a list of servers, not {1}.", SERVERS, kindOf(value, l10n));
    return { value: [], problems: [{ setting: SERVERS, level: "error", message }] };
  }
  const byName = new Map<string, SettingServer>();
  for (const [index, entry] of value.entries()) {
    const server = checkServer(entry, index, problems, l10n);
    if (server === undefined) continue;
    if (byName.has(server.name)) {
      const message = l10n.t(
        '{0}: two servers are called "{1}". The later one is used; rename one.',
        SERVERS,
        server.name,
      );
      problems.push({ setting: SERVERS, level: "error", message });
    }
    byName.set(server.name, server);
  }
  return { value: [...byName.values()], problems };
}

function checkServer(
  value: unknown,
  index: number,
  problems: SettingProblem[],
  l10n: Localisation,
): SettingServer | undefined {
  const entry = nameEntry(SERVERS, index, isObject(value) ? value["name"] : undefined);
  const fail = (message: string): void => void problems.push({ setting: SERVERS, level: "error", message });
  if (!isObject(value)) {
    fail(l10n.t("{0} must be an object with name and transport, not {1}.", entry, kindOf(value, l10n)));
    return undefined;
  }
  const check: EntryCheck = { entry, l10n, fail };
  const name = checkText(check, "name", value["name"], true);
  const transport = value["transport"] ?? (value["url"] === undefined ? "stdio" : "http");
  if (!TRANSPORTS.some((one) => one === transport)) {
    const shown = JSON.stringify(transport)?.slice(0, 40) ?? "";
    fail(l10n.t("{0}: transport {1} is unknown. Use stdio, http or sse.", entry, shown));
    return undefined;
  }
  if (name === undefined) return undefined;
  return transport === "stdio"
    ? checkProgram(check, name, value, index, problems)
    : checkAddress(check, name, transport as "http" | "sse", value, index, problems);
}

type Fields = Readonly<Record<string, unknown>>;

function checkProgram(
  check: EntryCheck,
  name: string,
  { command: given, args: givenArgs, env: givenEnv }: Fields,
  index: number,
  problems: SettingProblem[],
): SettingServer | undefined {
  const command = checkText(check, "command", given, true);
  const args = checkTexts(check, "args", givenArgs);
  const env = checkTextMap(check, "env", givenEnv);
  if (command === undefined || args === undefined || env === undefined) return undefined;
  findPlainSecrets(check.entry, env, [index, "env"], problems, check.l10n, SERVERS);
  return { name, command, args: [...args], env: toPairs(env) };
}

function checkAddress(
  check: EntryCheck,
  name: string,
  type: "http" | "sse",
  { url: given, headers: givenHeaders }: Fields,
  index: number,
  problems: SettingProblem[],
): SettingServer | undefined {
  const { entry, l10n, fail } = check;
  const url = checkText(check, "url", given, true);
  const headers = checkTextMap(check, "headers", givenHeaders);
  if (url === undefined || headers === undefined) return undefined;
  if (!/^https?:\/\/[^/]/i.test(url)) {
    fail(l10n.t("{0}: url must begin with http:// or https://.", entry));
    return undefined;
  }
  findPlainSecrets(entry, headers, [index, "headers"], problems, l10n, SERVERS);
  return { type, name, url, headers: toPairs(headers) };
}

function toPairs(map: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(map).map(([name, value]) => ({ name, value }));
}
