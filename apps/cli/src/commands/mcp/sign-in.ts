// `parley mcp sign-in`: signs in to a remote MCP server in the browser.
import { neutralLine, ParleyError } from "@parley/base";
import type { GivenClient } from "@parley/agent/mcp";
import type { OAuthClient } from "@parley/home/mcp-servers";
import { spawnProcess } from "@parley/machine";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { mcpSignInUsage } from "../../usage/mcp.ts";
import { findRemote } from "./find-remote.ts";

export const run: Run<typeof mcpSignInUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  const { home, cwd, log } = context;
  const { server, client } = await findRemote(name, context);
  const { findOpener, hasOwnAuthorization, signInToServer } = await import("@parley/agent/mcp");
  if (hasOwnAuthorization(server)) {
    const message = `The settings of ${JSON.stringify(name)} have an Authorization header, which takes the place of a sign-in`;
    throw new ParleyError({ code: "usage", message, remedy: { label: "Remove the header, then sign in" } });
  }
  using stop = listenForStop();
  const present = async (page: URL): Promise<void> => {
    printNotice(`Sign in to ${name} on this page:\n${neutralLine(page.href)}`);
    if (flags["no-browser"]) return;
    const { platform, env } = process;
    const opener = await findOpener(page.href, { platform, env });
    // The page was printed, so the user can open it in any case.
    if (opener !== undefined) await spawnProcess({ ...opener, cwd, keepStdout: true }).catch(() => undefined);
  };
  try {
    await signInToServer({
      server,
      parleyHome: home,
      client: client && withSecret(client),
      present,
      signal: stop.asked,
      log,
    });
  } catch (error) {
    if (!stop.asked.aborted) throw error;
    printNotice("Cancelled. Nothing was changed.");
    return ExitCodes.cancelled;
  }
  if (flags.json) printJson({ name, url: server.url, signedIn: true });
  else printNotice(`Signed in to ${name}. Open sessions of Parley's own agent use it within seconds.`);
  return ExitCodes.endTurn;
};

/** Its secret is in a variable, never in a settings file. */
function withSecret({ id, secretVariable, callbackPort }: OAuthClient): GivenClient {
  if (secretVariable === undefined) return { id, callbackPort };
  const secret = process.env[secretVariable] ?? "";
  if (secret !== "") return { id, secret, callbackPort };
  const message = `clientSecret: the variable ${secretVariable} is not set`;
  throw new ParleyError({ code: "usage", message, remedy: { label: "Set it, then sign in" } });
}
