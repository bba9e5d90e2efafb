// Checks that terminals are created before they are used, and released in the end.
import { isObject } from "@parley/base";
import { fieldsOf, type PlacedFrame } from "../../conversation.ts";
import { NAMES_MAX } from "../../../limits.ts";
import type { CheckContext, CreateCheck, Report } from "../finding.ts";

interface KnownTerminal {
  readonly line: number;
  readonly sessionId: string | undefined;
  isReleased: boolean;
}

export const checkTerminals: CreateCheck = (context) => {
  const terminals = new Map<string, KnownTerminal>();
  /** Reported once per terminal, even if it is used repeatedly. */
  const strangers = new Set<string>();
  const finish = (report: Report): void => {
    for (const [terminalId, { line, sessionId, isReleased }] of terminals) {
      if (!isReleased)
        report.foundAt(
          { line, sessionId, by: "agent", method: "terminal/create" },
          "terminal-kept",
          `The terminal ${terminalId} was never released`,
        );
    }
    terminals.clear();
    strangers.clear();
  };
  return {
    check(placed, report) {
      const { method = "", kind, updateKind } = placed;
      if (method === "terminal/create") {
        if (kind === "response") create(terminals, placed);
      } else if (method.startsWith("terminal/") && kind === "request") checkUse(terminals, placed, report, context);
      if (updateKind === "tool_call" || updateKind === "tool_call_update")
        checkShown(terminals, strangers, placed, report, context);
    },
    restart: finish,
    end: finish,
  };
};

function create(terminals: Map<string, KnownTerminal>, { result, request, frame, sessionId }: PlacedFrame): void {
  const { terminalId } = fieldsOf(result);
  if (typeof terminalId !== "string" || terminals.size >= NAMES_MAX) return;
  terminals.set(terminalId, { line: request?.line ?? frame.line, sessionId, isReleased: false });
}

function checkUse(
  terminals: Map<string, KnownTerminal>,
  placed: PlacedFrame,
  report: Report,
  context: CheckContext,
): void {
  const { terminalId } = placed.params;
  if (typeof terminalId !== "string") return;
  const known = terminals.get(terminalId);
  const method = placed.method ?? "";
  if (known === undefined) {
    if (!context.isPart())
      report.found(
        placed,
        "unknown-terminal",
        `${method} is about the terminal ${terminalId}, which the client never created`,
      );
    return;
  }
  if (known.isReleased)
    report.found(placed, "terminal-released", `${method} is about the terminal ${terminalId}, which was released`);
  if (method === "terminal/release") known.isReleased = true;
}

function checkShown(
  terminals: Map<string, KnownTerminal>,
  strangers: Set<string>,
  placed: PlacedFrame,
  report: Report,
  context: CheckContext,
): void {
  const { content } = placed.update;
  if (!Array.isArray(content) || context.isPart()) return;
  for (const { type, terminalId } of content.filter(isObject)) {
    if (type !== "terminal" || typeof terminalId !== "string") continue;
    if (!terminals.has(terminalId) && !strangers.has(terminalId) && strangers.size < NAMES_MAX) {
      strangers.add(terminalId);
      report.found(
        placed,
        "unknown-terminal",
        `A tool call shows the terminal ${terminalId}, which the client never created`,
      );
    }
  }
}
