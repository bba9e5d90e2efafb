import { describe, expect, it } from "vitest";
import { readTraceContext } from "./trace-context.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const read = (traceparent: unknown, tracestate?: unknown) => readTraceContext({ _meta: { traceparent, tracestate } });

describe("readTraceContext", () => {
  it("reads the trace, its parent, whether it is sampled, and the state", () => {
    const context = read(`00-${TRACE}-${SPAN}-01`, "a=1,b=2");
    expect(context).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true, isRemote: true, traceState: "a=1,b=2" });
    expect(read(`00-${TRACE}-${SPAN}-00`)?.isSampled).toBe(false);
    expect(read(`00-${TRACE}-${SPAN}-03`)?.isSampled).toBe(true);
  });

  it("reads the known fields of later versions", () => {
    expect(read(`01-${TRACE}-${SPAN}-01-more`)?.traceId).toBe(TRACE);
  });

  it.each([
    undefined,
    7,
    "",
    "nonsense",
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
  ])("takes %j for none", (traceparent) => {
    expect(read(traceparent)).toBeUndefined();
  });

  it("leaves a state out that is too long, and minds no params", () => {
    expect(read(`00-${TRACE}-${SPAN}-01`, "x".repeat(600))).not.toHaveProperty("traceState");
    for (const params of [undefined, null, 3, "x", [], { _meta: null }])
      expect(readTraceContext(params)).toBeUndefined();
  });
});
