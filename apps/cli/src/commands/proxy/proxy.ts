// `parley proxy`: stands between a client on our own pipes and the agent it starts.
import { ParleyError } from "@parley/base";
import { createPipePolicy, createRelay, openClientPipes, parseFaults, readPipeRules } from "@parley/observe/relay";
import { resolve } from "node:path";
import type { Run } from "../../command.ts";
import type { proxyUsage } from "../../usage/proxy.ts";
import { endLikeAgent } from "./end-like-agent.ts";
import { passSignals } from "./pass-signals.ts";

export const run: Run<typeof proxyUsage> = async ({ flags, command }, context) => {
  const [program, ...args] = command ?? [];
  if (program === undefined) throw noCommand();
  const { log, cwd } = context;
  const { faults, seed } = parseFaults(flags.fault);
  const file = flags.rules === undefined ? undefined : resolve(flags.rules);
  const rules = await readPipeRules({ zones: flags.zone, denied: flags.deny, file });
  const policy = rules === undefined ? undefined : createPipePolicy({ rules, cwd, log });
  const relay = await createRelay({
    command: { command: program, args, cwd },
    pipes: openClientPipes(),
    policy,
    faults,
    faultSeed: seed,
    log,
  });
  const signals = passSignals(relay);
  const status = await relay.ended;
  signals[Symbol.dispose]();
  return endLikeAgent(status);
};

function noCommand(): ParleyError {
  return new ParleyError({
    code: "usage",
    message: "After -- comes the command line of the agent",
    remedy: { label: "See how it is used", command: "parley proxy --help" },
  });
}
