import { describe, expect, it } from "vitest";
import { identifyOversized } from "./oversized.ts";

/** The two ends of a message, cut as a splitter cuts them. */
function identify(text: string, headLength = 60, tailLength = 30): ReturnType<typeof identifyOversized> {
  return identifyOversized(text.slice(0, headLength), text.slice(-tailLength));
}

const filler = "x".repeat(500);

describe("identifyOversized", () => {
  it("finds the id of a response at its beginning", () => {
    expect(identify(`{"jsonrpc":"2.0","id":12,"result":{"text":"${filler}"}}`)).toEqual({ kind: "response", id: 12 });
    expect(identify(`{"id":-3,"error":{"message":"${filler}"}}`)).toEqual({ kind: "response", id: -3 });
    expect(identify(`{"id":"a-1","result":"${filler}"}`)).toEqual({ kind: "response", id: "a-1" });
    expect(identify(`{ "id" : null , "result" : "${filler}" }`)).toEqual({ kind: "response", id: null });
  });

  it("finds the id at the end", () => {
    expect(identify(`{"jsonrpc":"2.0","result":{"text":"${filler}"},"id":7}`)).toEqual({ kind: "response", id: 7 });
    expect(identify(`{"result":"${filler}", "id" : "é" } \r`)).toEqual({ kind: "response", id: "é" });
    expect(identify(`{"method":"m","params":"${filler}","id":1}`)).toEqual({ kind: "request", id: 1 });
    expect(identify(`{"params":"${filler}","method":"m","id":1}`)).toEqual({ kind: "request", id: 1 });
  });

  it("tells requests from notifications", () => {
    expect(identify(`{"id":4,"method":"m","params":{"a":"${filler}"}}`)).toEqual({ kind: "request", id: 4 });
    expect(identify(`{"method":"m","params":{"a":"${filler}"}}`)).toEqual({ kind: "notification", id: undefined });
  });

  it("does not take a nested id for the message's own", () => {
    expect(identify(`{"method":"m","params":{"id":5,"text":"${filler}"}}`)).toEqual({
      kind: "notification",
      id: undefined,
    });
    expect(identify(`{"result":[{"id":5},"${filler}",{"id":6}]}`)).toEqual({ kind: "response", id: undefined });
    expect(identify(`{"result":{"text":"${filler}","id":6}}`)).toEqual({ kind: "response", id: undefined });
  });

  it("is not misled by quotes, braces and ids inside strings", () => {
    const tricky = String.raw`a \"id\":9, } ] \\`;
    expect(identify(`{"id":1,"result":"${tricky}","x":"${filler}"}`)).toEqual({ kind: "response", id: 1 });
    expect(identify(`{"result":"${filler}\\"id\\":9}"}`)).toEqual({ kind: "response", id: undefined });
    expect(identify(`{"te\\"xt":1,"id":"q\\"uo","result":"${filler}"}`)).toEqual({ kind: "response", id: 'q"uo' });
  });

  it("does not guess an id that the cut went through", () => {
    const start = '{"result":1,"id":12';
    expect(identify(`${start}345,"x":"${filler}"}`, start.length)).toEqual({ kind: "response", id: undefined });
    const name = '{"result":1,"id":"ab';
    expect(identify(`${name}cd","x":"${filler}"}`, name.length)).toEqual({ kind: "response", id: undefined });
  });

  it("knows the kind from the key of a member whose value is cut", () => {
    expect(identify(`{"id":3,"result":"${filler}"}`, 20)).toEqual({ kind: "response", id: 3 });
    expect(identify(`{"id":3,"method":"${filler}"}`, 20)).toEqual({ kind: "request", id: 3 });
  });

  it("says so when it is anything else", () => {
    for (const text of [filler, `[${filler}`, `{"${filler}`, `"id":1}${filler}`]) {
      expect(identify(text)).toEqual({ kind: "unknown", id: undefined });
    }
  });
});
