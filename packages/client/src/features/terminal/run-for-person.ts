// A command that a person runs in a session: the log has it as a tool call, as it has those of the agent.
import type { EventActor } from "@parley/acp";
import { createId, truncate } from "@parley/base";
import type { Gate } from "../gate/gate.ts";
import { TITLE_CHARS_MAX } from "../../limits.ts";
import type { PersonsCommands, PersonsTerminal, SessionTerminals } from "./session-terminals.ts";

export function createPersonsCommands({ scope }: Gate, terminals: SessionTerminals): PersonsCommands {
  return {
    async run(line: string, actor: EventActor | undefined, signal: AbortSignal): Promise<PersonsTerminal> {
      const started = await terminals.runForPerson(line, actor, signal);
      const { terminalId } = started;
      const toolCallId = `parley-${createId()}`;
      scope.record({
        type: "update",
        update: {
          sessionUpdate: "tool_call",
          toolCallId,
          title: truncate(line, TITLE_CHARS_MAX),
          kind: "execute",
          status: "in_progress",
          rawInput: { command: line },
          content: [{ type: "terminal", terminalId }],
        },
      });
      const finish = async (): Promise<Awaited<PersonsTerminal["ended"]>> => {
        const end = await started.ended;
        const status = end.exit.exitCode === 0 ? "completed" : "failed";
        scope.record({ type: "update", update: { sessionUpdate: "tool_call_update", toolCallId, status } });
        return end;
      };
      return { terminalId, ended: finish() };
    },
  };
}
