// The only error that crosses a wire. What goes wrong on this side is a ParleyError instead.
import { isObject } from "@parley/base";

export const ErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  requestCancelled: -32800,
} as const;

/** The error object of a response. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }

  static invalidRequest(message: string, data?: unknown): RpcError {
    return new RpcError(ErrorCodes.invalidRequest, message, data);
  }

  static methodNotFound(method: string): RpcError {
    return new RpcError(ErrorCodes.methodNotFound, `Method not found: ${method}`, { method });
  }

  static invalidParams(message: string, data?: unknown): RpcError {
    return new RpcError(ErrorCodes.invalidParams, `Invalid params: ${message}`, data);
  }

  static requestCancelled(): RpcError {
    return new RpcError(ErrorCodes.requestCancelled, "Request cancelled");
  }

  /** The other side learns that something failed; the reason stays in `cause`, on this side. */
  static internalError(cause: unknown, message = "Internal error"): RpcError {
    return new RpcError(ErrorCodes.internalError, message, undefined, cause);
  }

  /** Reads the `error` of a response leniently. */
  static fromWire(value: unknown): RpcError {
    if (!isObject(value)) return new RpcError(ErrorCodes.internalError, "The peer answered with an error", value);
    const code = typeof value["code"] === "number" ? value["code"] : ErrorCodes.internalError;
    const message = typeof value["message"] === "string" ? value["message"] : "The peer answered with an error";
    return new RpcError(code, message, value["data"]);
  }

  toWire(): WireError {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}
