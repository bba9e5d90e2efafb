// `terminal/*`: commands that run for the agent, with their output in the session's log.
import { ABORTED, untilAborted } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { OpenFeature } from "../feature.ts";
import { answering } from "../feature-error.ts";
import type { Gate } from "../gate/gate.ts";
import type { FeatureLimits } from "../../limits.ts";
import { createPersonsCommands } from "./run-for-person.ts";
import { SessionTerminals, type TerminalsOptions } from "./session-terminals.ts";

export function openTerminals(gate: Gate, limits: FeatureLimits, options: TerminalsOptions): OpenFeature {
  const terminals = new SessionTerminals(gate, limits, options);
  const opened = options.onOpened?.(gate.scope.id, createPersonsCommands(gate, terminals));
  return {
    handlers: {
      "terminal/create": (request, { signal }) =>
        answering({}, async () => ({ terminalId: await terminals.create(request, signal) })),
      "terminal/output": ({ terminalId }) => answering({}, async () => terminals.get(terminalId).plainOutput()),
      "terminal/wait_for_exit": ({ terminalId }, { signal }) =>
        answering({}, async () => {
          const exit = await untilAborted(terminals.get(terminalId).waitForExit(), signal);
          if (exit === ABORTED) throw RpcError.requestCancelled();
          return exit;
        }),
      "terminal/kill": ({ terminalId }) =>
        answering({}, async () => {
          await terminals.get(terminalId).kill();
          return {};
        }),
      "terminal/release": ({ terminalId }) =>
        answering({}, async () => {
          await terminals.release(terminalId);
          return {};
        }),
    },
    afterTurn: async () => terminals.endCancelled(),
    agentEnded: () => void terminals.releaseAll(),
    close: () => {
      opened?.release();
      return terminals.close();
    },
  };
}
