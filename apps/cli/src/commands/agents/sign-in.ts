// `parley agents sign-in`: signs in to an agent without a session, and shows the agent's requests meanwhile.
import { neutralLine, ParleyError, reveal } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";
import { spawn } from "node:child_process";
import { followJob } from "../../agents/follow-job.ts";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { connectHub } from "../../hub/connect-hub.ts";
import { SESSION_OPEN_MS } from "../../limits.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { agentsSignInUsage } from "../../usage/agents-running.ts";

type Method = Operations["agents/signIns"]["reply"]["sign_ins"][number];

export const run: Run<typeof agentsSignInUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  using stop = listenForStop();
  await using access = await connectHub(flags, context);
  const { remote, server } = access;
  // The agent may have to be started first.
  const { sign_ins: methods } = await remote.request("agents/signIns", { name }, { timeoutMs: SESSION_OPEN_MS });
  const method = choose(name, methods, flags.method);
  if (method.type === "terminal") await runProgram(remote, name, method, server?.isLocal ?? true);
  else {
    const values = method.type === "variables" ? readValues(method) : {};
    if (server === undefined && method.type === "variables") {
      const why = "Only a running server can keep variables. Start one first: parley server start";
      throw new ParleyError({ code: "usage", message: why });
    }
    const job = await remote.request("agents/signIn", { name, method_id: method.id, values });
    await followJob(remote, job.id, { signal: stop.asked, isQuiet: false });
  }
  if (flags.json) printJson({ agent: name, method: method.id });
  else printNotice(`Signed in to ${neutralLine(name)}.`);
  return ExitCodes.endTurn;
};

function choose(name: string, methods: readonly Method[], wanted: string | undefined): Method {
  const [first, ...others] = methods;
  if (first === undefined) {
    const message = `${name} does not say how to sign in; see its own documentation`;
    throw new ParleyError({ code: "capability_missing", message });
  }
  if (wanted === undefined && others.length === 0) return first;
  const chosen = methods.find(({ id }) => id === wanted);
  if (chosen !== undefined) return chosen;
  const listed = methods.map((one) => `${neutralLine(one.id)} (${neutralLine(one.name)})`).join(", ");
  const message =
    wanted === undefined
      ? `${name} has several ways to sign in: choose one with --method`
      : `${name} has no sign-in ${JSON.stringify(wanted)}`;
  throw new ParleyError({ code: "usage", message: `${message}. Available: ${listed}` });
}

/** From this command's environment, so that no key is in an argument. */
function readValues({ variables = [], link }: Method): Readonly<Record<string, string>> {
  const missing = variables.filter((one) => !one.is_optional && (process.env[one.name] ?? "") === "");
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(" and ");
    const remedy = link === undefined ? {} : { remedy: { label: "Get it here", url: link } };
    throw new ParleyError({ code: "usage", message: `Set ${names} in the environment of this command`, ...remedy });
  }
  return Object.fromEntries(
    variables.flatMap(({ name }) => {
      const value = process.env[name] ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
}

/** The agent's own login program runs here; afterwards the agent reads what it has saved. */
async function runProgram(remote: Remote, name: string, method: Method, isLocal: boolean): Promise<void> {
  const { command = "", args = [], env = {} } = method;
  const line = reveal([command, ...args].join(" "));
  if (!isLocal) {
    const message = `Run this on the server's machine: ${line}`;
    const remedy = { label: "Then restart the agent", command: `parley agents restart ${name}` };
    throw new ParleyError({ code: "usage", message, remedy });
  }
  printNotice(`Running: ${line}`);
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) {
    const message = `The sign-in exited with code ${code ?? "unknown"}`;
    throw new ParleyError({ code: "sign_in_needed", message });
  }
  await remote.request("agents/restart", { name }, { timeoutMs: SESSION_OPEN_MS });
}
