import { expect, it } from "vitest";
import { messageHref, parseSessionPath, sessionPath } from "./routes.ts";

it("survives ids with slashes and percent signs", () => {
  for (const id of ["a", "a/b", "../x", "100%", "%2F", "ä b"]) {
    expect(parseSessionPath(sessionPath(id))).toEqual({ id });
    expect(parseSessionPath(sessionPath(id, "changes"))).toEqual({ id, tab: "changes" });
    expect(parseSessionPath(messageHref(id, 7).slice(1))).toEqual({ id, seq: 7 });
  }
});

it("is not fooled by other addresses", () => {
  expect(parseSessionPath("/agents")).toBeUndefined();
  expect(parseSessionPath("/sessions/%")).toEqual({ id: "%" });
});
