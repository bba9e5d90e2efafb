// `parley mcp add`: adds an MCP server to the user's config.json.
import { ParleyError, type JsonObject } from "@parley/base";
import { addMcpServer } from "@parley/catalogue";
import { findProgram } from "@parley/machine";
import { parseMcpServers, parseOAuthClients, withoutClients } from "@parley/home/mcp-servers";
import { resolve } from "node:path";
import { isRelativePath } from "../../agents/program-catalogue.ts";
import { toVariable } from "../../arguments/to-variable.ts";
import type { Arguments } from "../../arguments/usage.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { mcpAddUsage } from "../../usage/mcp.ts";

export const run: Run<typeof mcpAddUsage> = async ({ flags, positionals: [name = ""], command }, { home }) => {
  if (!/^[\w][\w.-]*$/.test(name))
    throw usage(`NAME is ${JSON.stringify(name)}; use letters, digits, ".", "_" and "-"`);
  const server = toServer(flags, command);
  const listed = { [name]: server };
  const [problem] = [...parseMcpServers(withoutClients(listed)).problems, ...parseOAuthClients(listed).problems];
  if (problem !== undefined) throw usage(problem);
  if (typeof server["command"] === "string") await requireProgram(server["command"]);
  const isReplaced = await addMcpServer(home, name, server);
  if (flags.json) printJson({ name, ...server });
  else printNotice(`${isReplaced ? "Replaced" : "Added"} ${name}. New sessions of every agent get it.`);
  return ExitCodes.endTurn;
};

type AddFlags = Arguments<typeof mcpAddUsage>["flags"];

function toServer(flags: AddFlags, command: readonly string[] | undefined): JsonObject {
  const [program, ...args] = command ?? [];
  if (flags.url === undefined) {
    if (program === undefined) throw usage("Give the server's command after --, or its address with --url");
    if (flags.sse || flags.header.length > 0) throw usage("--sse and --header are for a remote server, with --url");
    if (Object.keys(toClient(flags)).length > 0) {
      throw usage("--client-id, --client-secret-env and --callback-port are for a remote server, with --url");
    }
    const env = flags.env.map((text) => toVariable(text, "--env"));
    // A relative path is resolved now, because sessions are in other folders.
    return {
      command: isRelativePath(program) ? resolve(program) : program,
      args,
      ...(env.length > 0 && { env: Object.fromEntries(env) }),
    };
  }
  if (program !== undefined) throw usage("--url and a command after -- cannot be used together");
  if (flags.env.length > 0) throw usage("--env is for a local server, whose command follows --");
  if (!/^https?:/i.test(flags.url) || !URL.canParse(flags.url)) {
    throw usage(`--url is ${JSON.stringify(flags.url)}; expected an http or https URL`);
  }
  const headers = flags.header.map((text) => toVariable(text, "--header"));
  const more = headers.length > 0 ? { headers: Object.fromEntries(headers) } : {};
  return { ...(flags.sse && { type: "sse" }), url: flags.url, ...more, ...toClient(flags) };
}

/** A missing program is refused now rather than in each session. What contains variables is known only there. */
async function requireProgram(program: string): Promise<void> {
  if (program.includes("${")) return;
  const found = await findProgram(program, process.cwd(), process.env);
  if (found?.kind === "executable") return;
  const message =
    found === undefined ? `Program ${JSON.stringify(program)} not found` : `${found.path} is not executable`;
  const remedy = { label: "Install it, or give its full path" };
  throw new ParleyError({ code: "process_not_found", message: `${message}. Nothing was added`, remedy });
}

/** How Parley is registered with the server's sign-in. The secret itself stays in its variable. */
function toClient(flags: AddFlags): JsonObject {
  const { "client-id": id, "client-secret-env": variable, "callback-port": port } = flags;
  if (variable !== undefined && !/^\w+$/.test(variable)) {
    throw usage("--client-secret-env takes the name of a variable, never the secret");
  }
  return {
    ...(id !== undefined && { clientId: id }),
    ...(variable !== undefined && { clientSecret: `\${${variable}}` }),
    ...(port !== undefined && { callbackPort: port }),
  };
}

function usage(message: string): ParleyError {
  return new ParleyError({ code: "usage", message });
}
