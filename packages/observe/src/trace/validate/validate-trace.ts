// Validates a trace against the protocol: each message against the schema, and the order of all messages.
import { createConversation, type PlacedFrame } from "../conversation.ts";
import { FINDINGS_MAX } from "../../limits.ts";
import type { TraceItem } from "../trace-item.ts";
import { checkCancellation } from "./checks/cancellation.ts";
import { checkConnection } from "./checks/connection.ts";
import { checkEnvelope } from "./checks/envelope.ts";
import { checkRequests } from "./checks/requests.ts";
import { checkSchema } from "./checks/schema.ts";
import { checkSessions } from "./checks/sessions.ts";
import { checkTerminals } from "./checks/terminals.ts";
import { checkToolCalls } from "./checks/tool-calls.ts";
import { FINDINGS, type CreateCheck, type Finding, type FindingCode, type Report, type Severity } from "./finding.ts";

/** A check has a row here and a file in checks/. */
const CHECKS: readonly CreateCheck[] = [
  checkEnvelope,
  checkRequests,
  checkConnection,
  checkSchema,
  checkSessions,
  checkToolCalls,
  checkCancellation,
  checkTerminals,
];

export interface Validation {
  /** In order of their lines; only the first ones if there are very many. */
  readonly findings: readonly Finding[];
  /** All of them. */
  readonly counts: Readonly<Record<Severity, number>>;
  readonly byCode: Readonly<Partial<Record<FindingCode, number>>>;
  readonly frames: number;
  readonly connections: number;
}

export interface TraceValidator {
  add(item: TraceItem): void;
  /** Called once, when the trace has ended. */
  end(): Validation;
}

export function createTraceValidator(): TraceValidator {
  return new Validator();
}

export async function validateTrace(items: AsyncIterable<TraceItem> | Iterable<TraceItem>): Promise<Validation> {
  const validator = createTraceValidator();
  for await (const item of items) validator.add(item);
  return validator.end();
}

class Validator implements TraceValidator, Report {
  readonly #conversation = createConversation();
  readonly #findings: Finding[] = [];
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  readonly #byCode: Partial<Record<FindingCode, number>> = {};
  #isPart = false;
  #frames = 0;
  #connection = 1;
  readonly #checks = CHECKS.map((create) => create({ isPart: () => this.#isPart }));

  add(item: TraceItem): void {
    switch (item.type) {
      case "header":
        // The next file of a recording continues the previous one; without that one, much is unknown.
        if (item.header.part === 1) this.#conversation.restart();
        else if (this.#frames === 0) this.#isPart = true;
        return;
      case "frame":
        this.#check(this.#conversation.add(item));
        return;
      case "dropped":
        this.#isPart = true;
        this.foundAt(item, "frames-dropped", `${item.count} frames were not recorded; from here on, much is unknown`);
        return;
      case "damage":
        this.foundAt(item, item.isHalfLine ? "half-line" : "damaged-line", item.reason);
        return;
      case "note":
        return;
    }
  }

  end(): Validation {
    for (const check of this.#checks) check.end?.(this);
    for (const { line, method, from, sessionId, id } of this.#conversation.unanswered) {
      const message = `${method} with id ${JSON.stringify(id)} was never answered`;
      this.foundAt({ line, method, sessionId, by: from === "client" ? "agent" : "client" }, "unanswered", message);
    }
    return {
      findings: this.#findings.toSorted((one, other) => one.line - other.line),
      counts: this.#counts,
      byCode: this.#byCode,
      frames: this.#frames,
      connections: this.#conversation.connections,
    };
  }

  found({ frame, method, sessionId }: PlacedFrame, code: FindingCode, message: string): void {
    this.foundAt({ line: frame.line, by: frame.from, method, sessionId }, code, message);
  }

  foundAt(place: Parameters<Report["foundAt"]>[0], code: FindingCode, message: string): void {
    const severity = FINDINGS[code];
    this.#counts[severity] += 1;
    this.#byCode[code] = (this.#byCode[code] ?? 0) + 1;
    const { line, by, method, sessionId } = place;
    if (this.#findings.length < FINDINGS_MAX)
      this.#findings.push({ line, severity, code, message, by, method, sessionId });
  }

  #check(placed: PlacedFrame): void {
    this.#frames += 1;
    if (placed.connection !== this.#connection) {
      this.#connection = placed.connection;
      for (const check of this.#checks) check.restart?.(this);
    }
    for (const check of this.#checks) check.check(placed, this);
  }
}
