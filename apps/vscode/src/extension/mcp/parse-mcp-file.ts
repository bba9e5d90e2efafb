// The MCP servers of `.vscode/mcp.json`, as VS Code writes them, in the form of the setting `acp.mcp.servers`.
import { isObject } from "@parley/base";
import { checkMcpServers, type SettingServer } from "../settings/check-mcp-servers.ts";
import type { Checked, Localisation } from "../settings/setting-problem.ts";

const MCP_FILE = ".vscode/mcp.json";

/** Inputs that VS Code would ask for are secrets here: `${input:key}` is `${secret:input.key}`. */
export function parseMcpFile(text: string, l10n: Localisation): Checked<readonly SettingServer[]> {
  const value = parseWithComments(text);
  if (value === undefined) {
    const message = l10n.t("{0} is not valid JSON.", MCP_FILE);
    return { value: [], problems: [{ setting: MCP_FILE, level: "error", message }] };
  }
  const servers = isObject(value) && isObject(value["servers"]) ? value["servers"] : {};
  const entries = Object.entries(servers).map(([name, server]) =>
    isObject(server) ? { ...server, name, transport: server["type"] } : { name },
  );
  const { value: found, problems } = checkMcpServers(withSecrets(entries), l10n);
  // They are those of the file, whatever the same check calls them for the settings.
  const named = problems
    .filter(({ level }) => level === "error")
    .map((problem) => ({
      ...problem,
      setting: MCP_FILE,
      message: problem.message.replace("acp.mcp.servers", MCP_FILE),
    }));
  return { value: found, problems: named };
}

/** Of reference that an input becomes. */
const KIND = "secret";

function withSecrets(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/\$\{input:([A-Za-z0-9_][\w.-]*)\}/g, `\${${KIND}:input.$1}`));
}

/** Undefined if it cannot be read. Comments and trailing commas are usual in files of VS Code. */
function parseWithComments(text: string): unknown {
  const plain = text.replaceAll(
    /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, string?: string) => string ?? "",
  );
  const strict = plain.replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? "");
  try {
    return JSON.parse(strict) as unknown;
  } catch {
    return undefined;
  }
}
