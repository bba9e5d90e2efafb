// Signs in to an agent with one of its methods.
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import type { AgentRun } from "../connection/agent-run.ts";
import type { SignIn } from "../connection/sign-ins.ts";
import { idOf } from "../connection/sign-ins.ts";

type Values = Readonly<Record<string, string>>;

/** `restartWith` restarts the agent with these variables. */
export async function signIn(
  run: AgentRun,
  methodId: string,
  values: Values,
  restartWith: (values: Values) => Promise<AgentRun>,
): Promise<void> {
  const method = run.signIns.find((other) => idOf(other) === methodId);
  if (method === undefined)
    throw usage(
      `${run.launch.title} has no sign-in ${JSON.stringify(methodId)}; available: ${run.signIns.map(idOf).join(", ") || "none"}`,
    );
  switch (method.type) {
    case "agent":
      await run.request("authenticate", { methodId });
      return;
    case "terminal":
      throw usage(
        `This sign-in runs in a terminal: ${[method.command, ...method.args].join(" ")}; then restart the agent`,
      );
    case "variables": {
      checkValues(method, values);
      const fresh = await restartWith(values);
      await confirm(fresh, methodId);
    }
  }
}

/** Some agents expect `authenticate` after variables were set; others do not have the method. */
async function confirm(run: AgentRun, methodId: string): Promise<void> {
  try {
    await run.request("authenticate", { methodId });
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== ErrorCodes.methodNotFound) throw error;
  }
}

function checkValues({ variables }: Extract<SignIn, { type: "variables" }>, values: Values): void {
  const names = variables.map(({ name }) => name);
  const stranger = Object.keys(values).find((name) => !names.includes(name));
  if (stranger !== undefined) throw usage(`This sign-in accepts ${names.join(", ")}, not ${stranger}`);
  const missing = variables.filter(({ name, isOptional }) => !isOptional && (values[name] ?? "") === "");
  if (missing.length > 0) throw usage(`This sign-in requires ${missing.map(({ name }) => name).join(", ")}`);
}

function usage(message: string): ParleyError {
  return new ParleyError({ code: "usage", message });
}
