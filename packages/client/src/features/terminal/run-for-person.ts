// A command that the user runs in a session. In the log it is a tool call, like the agent's commands.
import type { EventActor, ToolCallUpdate } from "@parley/acp";
import { createId, truncate } from "@parley/base";
import type { Gate } from "../gate/gate.ts";
import { TITLE_CHARS_MAX } from "../../limits.ts";
import type { PersonsCommands, PersonsTerminal, SessionTerminals } from "./session-terminals.ts";

export function createPersonsCommands({ scope }: Gate, terminals: SessionTerminals): PersonsCommands {
  return {
    async run(line: string, actor: EventActor | undefined, signal: AbortSignal): Promise<PersonsTerminal> {
      const toolCallId = `parley-${createId()}`;
      const update = (status: "completed" | "failed"): void =>
        scope.record({ type: "update", update: { sessionUpdate: "tool_call_update", toolCallId, status } });
      let isAsked = false;
      // A question shows the call before it begins, and no other event would end it.
      const identify = (call: ToolCallUpdate): ToolCallUpdate => {
        isAsked = true;
        return { ...call, toolCallId };
      };
      const started = await terminals.runForPerson(line, actor, { signal, identify }).catch((error: unknown) => {
        if (isAsked) update("failed");
        throw error;
      });
      const { terminalId } = started;
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
        update(end.exit.exitCode === 0 ? "completed" : "failed");
        return end;
      };
      return { terminalId, ended: finish() };
    },
  };
}
