import { expect, it } from "vitest";
import { errnoOf, errorCodeOf, hasErrno } from "./errno.ts";
import { ParleyError } from "./error.ts";

const missing = Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" });
const ours = new ParleyError({ code: "bad_input", message: "no" });

it("names the code of any error", () => {
  expect(errorCodeOf(missing)).toBe("ENOENT");
  expect(errorCodeOf(ours)).toBe("bad_input");
  expect([new Error("plain"), "ENOENT", undefined, { code: "ENOENT" }].map(errorCodeOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it("tells the system's errors from our own", () => {
  expect(errnoOf(missing)).toBe("ENOENT");
  expect(errnoOf(ours)).toBeUndefined();
});

it("compares with several codes", () => {
  expect(hasErrno(missing, "ENOTDIR", "ENOENT")).toBe(true);
  expect(hasErrno(missing, "ENOTDIR")).toBe(false);
  expect(hasErrno(undefined, "ENOENT")).toBe(false);
});
