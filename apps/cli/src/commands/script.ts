// `parley script`: the scripted agent on stdin and stdout.
import { createNdjsonTransport } from "@parley/rpc";
import { createScriptedAgent } from "@parley/script";
import type { Run } from "../command.ts";
import { ExitCodes } from "../exit-codes.ts";
import type { scriptUsage } from "../usage/script.ts";

export const run: Run<typeof scriptUsage> = async (_args, { log }) => {
  const transport = createNdjsonTransport(process.stdin, process.stdout);
  const agent = createScriptedAgent(transport, {
    connection: {
      onProblem: ({ kind }) => log.write("warn", "unexpected message from client", { kind }),
    },
  });
  // The client is gone when stdin ends; an agent must not outlive it.
  await agent.closed;
  return ExitCodes.endTurn;
};
