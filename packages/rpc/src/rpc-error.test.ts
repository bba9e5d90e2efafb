import { describe, expect, it } from "vitest";
import { ErrorCodes, RpcError } from "./rpc-error.ts";

describe("an error from the wire", () => {
  it.each<[value: unknown, code: number, message: string]>([
    [{ code: -32601, message: "no" }, -32601, "no"],
    [{ code: 0, message: "" }, 0, ""],
    [{ message: "no" }, ErrorCodes.internalError, "no"],
    [{ code: "5", message: 7 }, ErrorCodes.internalError, "The peer answered with an error"],
    [{}, ErrorCodes.internalError, "The peer answered with an error"],
    [null, ErrorCodes.internalError, "The peer answered with an error"],
    ["no", ErrorCodes.internalError, "The peer answered with an error"],
    [[-1, "no"], ErrorCodes.internalError, "The peer answered with an error"],
  ])("is read from %j", (value, code, message) => {
    expect(RpcError.fromWire(value)).toMatchObject({ name: "RpcError", code, message });
  });

  it("keeps its data, and everything of a reply that is not an error object", () => {
    expect(RpcError.fromWire({ code: 1, message: "no", data: { a: [1] } }).data).toEqual({ a: [1] });
    expect(RpcError.fromWire("no").data).toBe("no");
  });
});

describe("an error for the wire", () => {
  it.each([
    [RpcError.invalidRequest("no"), { code: -32600, message: "no" }],
    [RpcError.methodNotFound("x/y"), { code: -32601, message: "Method not found: x/y", data: { method: "x/y" } }],
    [RpcError.invalidParams("a", null), { code: -32602, message: "Invalid params: a", data: null }],
    [RpcError.requestCancelled(), { code: -32800, message: "Request cancelled" }],
  ])("has its code and message (%#)", (error, expected) => {
    expect(error.toWire()).toStrictEqual(expected);
    expect(RpcError.fromWire(error.toWire()).toWire()).toStrictEqual(expected);
  });

  it("does not tell the other side why this one failed", () => {
    const cause = new Error("/home/me/secret");
    const error = RpcError.internalError(cause);
    expect(error.cause).toBe(cause);
    expect(error.toWire()).toStrictEqual({ code: -32603, message: "Internal error" });
  });
});
