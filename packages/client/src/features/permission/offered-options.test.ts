import type { PermissionOption } from "@parley/acp";
import { expect, it } from "vitest";
import { toOfferedOptions } from "./offered-options.ts";

function nameOf(name: string, kind: string): string | undefined {
  return toOfferedOptions([{ optionId: "x", name, kind }]).options[0]?.name;
}

it.each([
  ["Reject", "allow_always", "Allow always (the agent calls it “Reject”)"],
  ["No, thanks", "allow_once", "Allow once (the agent calls it “No, thanks”)"],
  ["Cancel", "allow_once", "Allow once (the agent calls it “Cancel”)"],
  ["Don't allow", "allow_once", "Allow once (the agent calls it “Don't allow”)"],
  ["View details", "allow_always", "Allow always (the agent calls it “View details”)"],
  ["", "allow_always", "Allow always"],
  ["Allow", "allow_always", "Allow always (the agent calls it “Allow”)"],
  ["Allow once", "allow_always", "Allow always (the agent calls it “Allow once”)"],
  ["Yes", "allow_always", "Allow always (the agent calls it “Yes”)"],
  ["Always allow", "allow_once", "Allow once (the agent calls it “Always allow”)"],
  ["Allow", "reject_once", "Reject once (the agent calls it “Allow”)"],
  ["Re\u200bject", "allow_once", "Allow once (the agent calls it “Re\\u200bject”)"],
  ["\u202eyes", "reject_once", "\\u202eyes"],
  ["Erlauben", "allow_once", "Allow once (the agent calls it “Erlauben”)"],
])("%j of the kind %s is shown as %j", (name, kind, shown) => {
  expect(nameOf(name, kind)).toBe(shown);
});

it.each([
  ["Allow", "allow_once"],
  ["Allow once", "allow_once"],
  ["Allow for this turn", "allow_once"],
  ["Yes", "allow_once"],
  ["Yes, proceed", "allow_once"],
  ["Approve", "allow_once"],
  ["Always", "allow_always"],
  ["allow_always", "allow_always"],
  ["Always Allow", "allow_always"],
  ["Allow All Edits", "allow_always"],
  ["Yes, and don't ask again this session", "allow_always"],
  ["Allow writing no.txt for this session", "allow_always"],
  ["Always allow writing a.txt in this folder", "allow_always"],
  ["Reject", "reject_once"],
  ["No", "reject_once"],
  ["No, and tell it what to do differently", "reject_once"],
  ["Never allow writing a.txt in this folder", "reject_always"],
  ["Abort", "reject_once"],
  ["Later", "reject_once"],
  ["Maybe", "perhaps"],
])("%j of the kind %s is shown as it is", (name, kind) => {
  expect(nameOf(name, kind)).toBe(name);
});

it("an id that stands for two kinds is not offered; the same option twice is, once", () => {
  const option = (optionId: string, kind: PermissionOption["kind"], name = "Yes"): PermissionOption => ({
    optionId,
    name,
    kind,
  });
  const options = [
    option("a", "reject_once", "No"),
    option("a", "allow_always", "Always"),
    option("b", "allow_once"),
    option("b", "allow_once"),
    option("c", "reject_once", "No"),
  ];
  expect(toOfferedOptions(options)).toEqual({ options: [options[2], options[4]], ambiguous: ["a"] });
});
