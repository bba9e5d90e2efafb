import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { CLIENT_WORDS_CHARS_MAX } from "../limits.ts";
import { isMethodMissing, isMissing, isRefused, toClientError } from "./client-error.ts";

const INTERNAL = ErrorCodes.internalError;
const failed = (message: string, data?: unknown, code: number = INTERNAL): RpcError =>
  new RpcError(code, message, data);

describe("a client's error", () => {
  it.each([
    failed("gone", undefined, RESOURCE_NOT_FOUND),
    failed("ENOENT: no such file or directory"),
    failed("File not found: /a"),
    failed("File not found, or permission denied"),
    failed("Internal error", { details: "no such file" }),
    failed("Internal error", "the path does not exist"),
    new ParleyError({ code: "file_not_found", message: "words" }),
  ])("means a missing file: %s", (error) => {
    expect([isMissing(error), isRefused(error)]).toEqual([true, false]);
  });

  it.each([
    failed("Permission denied"),
    failed("Internal error", { code: "EACCES" }),
    failed("The user rejected this"),
    failed("/etc is outside the workspace"),
  ])("means a refusal: %s", (error) => {
    expect([isMissing(error), isRefused(error)]).toEqual([false, true]);
  });

  it.each([
    failed("Session s1 not found"),
    failed("Method not found", undefined, ErrorCodes.methodNotFound),
    failed("The disk is full"),
    failed("Internal error", null),
    new Error("ENOENT: permission denied"),
    new ParleyError({ code: "file_denied", message: "not found" }),
    "ENOENT",
    undefined,
  ])("means neither: %s", (error) => {
    expect([isMissing(error), isRefused(error)]).toEqual([false, false]);
  });

  it("says that a method does not exist only with that code", () => {
    expect(isMethodMissing(failed("x", undefined, ErrorCodes.methodNotFound))).toBe(true);
    expect([failed("Method not found"), new Error("x"), undefined].map(isMethodMissing)).toEqual([false, false, false]);
  });
});

describe("what the model and the user get", () => {
  it.each([
    [failed("not found"), "read", "file_not_found", "Check the path"],
    [failed("denied"), "write", "file_denied", "Allow it in the client, or continue without it"],
    [failed("full"), "write", "file_failed", "See the client's log"],
    [failed("not found"), "run", "process_not_found", "Check that it is installed"],
    [failed("denied"), "run", "policy_denied", "Allow it in the client, or continue without it"],
    [failed("full"), "look at", "process_failed", "See the client's log"],
  ] as const)("%s, when asked to %s, is %s", (error, doing, code, label) => {
    const ours = toClientError(error, doing, "/a");
    expect(ours).toMatchObject({ code, remedy: { label }, cause: error });
    expect(ours).toMatchObject({ message: `The client could not ${doing} /a: ${error.message}` });
  });

  it("is a cancellation if the client cancelled it, whatever it says", () => {
    const error = failed("permission denied", undefined, ErrorCodes.requestCancelled);
    expect(toClientError(error, "read", "/a")).toMatchObject({
      code: "request_cancelled",
      message: "Cancelled: read /a",
    });
  });

  it("is short", () => {
    const { message } = toClientError(failed("Internal error", "x".repeat(100_000)), "read", "/a") as ParleyError;
    expect(message.length).toBeLessThan(CLIENT_WORDS_CHARS_MAX + 100);
  });

  it("is any other error itself", () => {
    const error = new Error("not found");
    expect(toClientError(error, "read", "/a")).toBe(error);
    expect(toClientError(undefined, "read", "/a")).toBeUndefined();
  });
});
