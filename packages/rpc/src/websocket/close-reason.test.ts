import { describe, expect, it } from "vitest";
import { toCloseReason, toFrameFault } from "./close-reason.ts";

describe("the end of a WebSocket", () => {
  it.each([1000, 1005])("has no reason if it was clean (%i)", (code) => {
    expect(toCloseReason(code, "bye", undefined)).toBeUndefined();
  });

  it.each([
    [1006, "", "connection_closed", /network failed \(WebSocket close code 1006\)$/],
    [1009, "", "message_too_large", /too large for the other side \(WebSocket close code 1009\)$/],
    [1013, "later", "connection_closed", /try again later \(WebSocket close code 1013\): later$/],
    [4001, "mine", "connection_closed", /^The other side ended the connection \(WebSocket close code 4001\): mine$/],
    [0, "", "connection_closed", /^The other side ended the connection \(WebSocket close code 0\)$/],
  ])("says what code %i means", (code, text, errorCode, message) => {
    const cause = new Error("why");
    expect(toCloseReason(code, text, cause)).toMatchObject({
      code: errorCode,
      message: expect.stringMatching(message) as string,
      cause,
    });
  });
});

describe("a frame that was rejected", () => {
  it("was too long or wrong", () => {
    const tooLong = Object.assign(new RangeError("x"), { code: "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" });
    expect(toFrameFault(tooLong, 1_234)).toMatchObject({
      code: "message_too_large",
      message: "The other side sent a message over the limit of 1234 bytes; the connection was ended",
      cause: tooLong,
    });
    const wrong = Object.assign(new Error("bad mask"), { code: "WS_ERR_UNEXPECTED_MASK" });
    expect(toFrameFault(wrong, 1)).toMatchObject({
      code: "connection_closed",
      message: "The other side broke the WebSocket protocol: bad mask",
    });
    expect(toFrameFault({ code: "WS_ERR_X" }, 1)?.message).toMatch(/WS_ERR_X$/);
  });

  it.each([
    [Object.assign(new Error("x"), { code: "ECONNRESET" })],
    [new Error("WS_ERR_X")],
    [{ code: 7 }],
    ["WS_ERR_X"],
    [null],
    [undefined],
  ])("is not the reason of other errors (%#)", (error) => {
    expect(toFrameFault(error, 1)).toBeUndefined();
  });
});
