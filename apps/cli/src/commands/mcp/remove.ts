// `parley mcp remove`: removes an MCP server from the user's config.json.
import { ParleyError } from "@parley/base";
import { removeMcpServer } from "@parley/catalogue";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { mcpRemoveUsage } from "../../usage/mcp.ts";

export const run: Run<typeof mcpRemoveUsage> = async ({ flags, positionals: [name = ""] }, { home }) => {
  if (!(await removeMcpServer(home, name))) {
    const message = `Your config.json has no MCP server ${JSON.stringify(name)}`;
    const remedy = { label: "List the servers", command: "parley mcp list" };
    throw new ParleyError({ code: "usage", message, remedy });
  }
  if (flags.json) printJson({ removed: name });
  else printNotice(`Removed ${name}.`);
  return ExitCodes.endTurn;
};
