// `parley mcp list`: the MCP servers that agents get in this folder, where they come from, and whether they work.
import { isUnknown, type McpServer } from "@parley/acp";
import { asInvoked, neutralLine } from "@parley/base";
import { readMcpSources, type McpSource } from "@parley/home/mcp-servers";
import { openRulesFile } from "@parley/home/rules";
import { listenForStop } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice, printTable } from "../../output/print.ts";
import { withTilde } from "../../output/with-tilde.ts";
import type { mcpListUsage } from "../../usage/mcp.ts";

/** Without the values of variables and headers, which may be keys. */
interface Listed {
  readonly name: string;
  readonly transport: string;
  readonly command?: readonly string[] | undefined;
  readonly url?: string | undefined;
  readonly from: string;
  /** `overridden`: another file has a server of the same name. The last three: with `--check`. */
  readonly state: "used" | "overridden" | "not trusted" | "ready" | "sign_in_needed" | "failed";
  readonly message?: string | undefined;
  readonly tools?: number | undefined;
}

export const run: Run<typeof mcpListUsage> = async ({ flags }, context) => {
  const { home, cwd } = context;
  const isTrusted = await openRulesFile(home).isTrusted(cwd);
  const sources = await readMcpSources({ parleyHome: home, cwd, isTrusted });
  const found = sources.flatMap((source, index) => toListed(source, sources.slice(index + 1)));
  const servers = flags.check ? await check(found, context) : found.map(({ listed }) => listed);
  const problems = sources.filter(({ isUsed }) => isUsed).flatMap((source) => source.problems);
  if (flags.json) printJson({ servers, problems });
  else printServers(servers, problems, context);
  return ExitCodes.endTurn;
};

interface Found {
  readonly listed: Listed;
  readonly server: McpServer;
}

function toListed({ path, isUsed, servers }: McpSource, later: readonly McpSource[]): readonly Found[] {
  return servers.flatMap((server) => {
    if (isUnknown(server)) return [];
    const isOverridden = later.some((one) => one.isUsed && one.servers.some((other) => nameOf(other) === server.name));
    const used = isOverridden ? "overridden" : "used";
    const place =
      "url" in server
        ? { transport: server.type, url: server.url }
        : { transport: "stdio", command: [server.command, ...server.args] };
    return [{ server, listed: { name: server.name, ...place, from: path, state: isUsed ? used : "not trusted" } }];
  });
}

function nameOf(server: McpServer): string {
  return isUnknown(server) ? "" : server.name;
}

/** One after the other, so that a failure can be attributed to its server. */
async function check(found: readonly Found[], { home, cwd, log }: CommandContext): Promise<readonly Listed[]> {
  using stop = listenForStop();
  const { openMcpOffer } = await import("@parley/agent/mcp");
  const checked: Listed[] = [];
  for (const { listed, server } of found) {
    if (listed.state !== "used" || stop.asked.aborted) {
      checked.push(listed);
      continue;
    }
    await using offer = await openMcpOffer([server], { cwd, parleyHome: home, signal: stop.asked, log });
    const [problem] = offer.problems;
    if (problem === undefined) checked.push({ ...listed, state: "ready", tools: offer.tools.length });
    else {
      const state = offer.signInNeeded.length > 0 ? "sign_in_needed" : "failed";
      checked.push({ ...listed, state, message: problem.replace(`${listed.name}: `, "") });
    }
  }
  return checked;
}

const STYLES = {
  used: "good",
  ready: "good",
  sign_in_needed: "warn",
  failed: "bad",
  overridden: "dim",
  "not trusted": "warn",
} as const;

function printServers(servers: readonly Listed[], problems: readonly string[], context: CommandContext): void {
  for (const problem of problems) printNotice(neutralLine(problem));
  if (servers.length === 0) {
    printNotice(asInvoked("No MCP servers. Add one: parley mcp add NAME -- COMMAND"));
    return;
  }
  printTable<Listed>(
    [
      { title: "NAME", text: ({ name }) => neutralLine(name), style: () => "strong" },
      { title: "STATE", text: describeState, style: ({ state }) => STYLES[state] },
      { title: "FROM", text: ({ from }) => withTilde(from) },
      { title: "SERVER", text: ({ url, command = [] }) => neutralLine(url ?? command.join(" ")), shrinks: "end" },
    ],
    servers,
    context,
  );
  if (servers.some(({ state }) => state === "not trusted")) {
    printNotice(asInvoked("Servers of untrusted folders are never started. To use them: parley trust add"));
  }
}

function describeState({ state, message, tools }: Listed): string {
  if (tools !== undefined) return `${state} (${tools} ${tools === 1 ? "tool" : "tools"})`;
  const shown = state === "sign_in_needed" ? "sign-in needed" : state;
  return message === undefined ? shown : `${shown}: ${neutralLine(message)}`;
}
