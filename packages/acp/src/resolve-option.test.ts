import { describe, expect, it } from "vitest";
import type { PermissionOption, RequestPermissionResponse } from "./generated/types.ts";
import { resolveOption } from "./resolve-option.ts";

const answer = (optionId: string): RequestPermissionResponse => ({
  outcome: { outcome: "selected", optionId },
  _meta: { kept: true },
});
const options: Pick<PermissionOption, "optionId" | "kind">[] = [
  { optionId: "yes", kind: "allow_once" },
  { optionId: "always-here", kind: "allow_always" },
  { optionId: "always", kind: "allow_always" },
  { optionId: "no", kind: "reject_once" },
  { optionId: "reject_once", kind: "reject_always" },
];

describe("an answer to a request for permission", () => {
  it.each([
    ["allow_once", "yes"],
    ["no", "no"],
    // The id of one option counts, even if it is the kind of another.
    ["reject_once", "reject_once"],
  ])("%s selects the option %s", (given, optionId) => {
    expect(resolveOption(options, answer(given))).toEqual(answer(optionId));
  });

  it.each(["allow_always", "", "Allow_Once", "constructor"])("%j stays as it is: it names no one option", (given) => {
    expect(resolveOption(options, answer(given))).toEqual(answer(given));
    expect(resolveOption([], answer(given))).toEqual(answer(given));
  });

  it("stays as it is if nothing was selected", () => {
    const response: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };
    expect(resolveOption(options, response)).toBe(response);
  });
});
