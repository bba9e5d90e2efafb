// Errors in the protocol's format: three codes, and a more specific HTTP status.
import type { EventError } from "@parley/acp";
import { ERROR_CODES, type ErrorCode, type ParleyError } from "@parley/base";
import { nameField, type FieldNames } from "../../http/field-names.ts";
import { statusOfError, type ErrorStatus } from "../../http/status-of-error.ts";
import type { WireError } from "./wire.ts";

/** A refusal by the dialect itself. */
export class RunError extends Error {
  readonly status: ErrorStatus;
  readonly wire: WireError;

  constructor(status: ErrorStatus, code: WireError["code"], message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = "RunError";
    this.status = status;
    this.wire = { code, message, ...(data && { data }) };
  }
}

export function toStatus(code: ErrorCode): ErrorStatus {
  // The protocol's code for a run in the wrong state.
  if (code === "turn_over" || code === "turn_state" || code === "interaction_over" || code === "agent_disabled")
    return 403;
  return statusOfError(code);
}

/** Fields that have another name in the hub. */
const NAMES: FieldNames = {
  content: "await_resume.message",
  id: "session_id",
  idempotencyKey: "Idempotency-Key",
  optionId: "await_resume.message",
  prompt: "input",
};

export function errorToWire(error: ParleyError): WireError {
  const { code, remedy } = error;
  const named = nameField(error, NAMES);
  const data = { code, ...(named && { field: named.field }), ...(remedy && { remedy }) };
  // Turns are the runs of ACP-REST.
  const message =
    named?.message ?? error.message.replace(/^(The t|T)urn /, (_, start) => (start === "T" ? "Run " : "The run "));
  return { code: wireCode(code), message, data };
}

/** Why a turn failed. */
export function toWireError({ code, message }: EventError): WireError {
  const known = typeof code === "number" ? RPC_CODES.get(code) : undefined;
  const local = ERROR_CODES.find((word) => word === code);
  return { code: known ?? (local === undefined ? "server_error" : wireCode(local)), message, data: { code } };
}

/** From JSON-RPC and ACP: invalid params, resource not found. */
const RPC_CODES: ReadonlyMap<number, WireError["code"]> = new Map([
  [-32602, "invalid_input"],
  [-32002, "not_found"],
]);

function wireCode(code: ErrorCode): WireError["code"] {
  const status = toStatus(code);
  if (status === 404 || status === 410) return "not_found";
  return status < 500 && status !== 424 && status !== 429 ? "invalid_input" : "server_error";
}
