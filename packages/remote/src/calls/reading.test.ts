import { operations } from "@parley/contract";
import { describe, expect, it } from "vitest";
import { isReading } from "./reading.ts";

describe("an operation that is repeated", () => {
  it.each(Object.entries(operations))("%s, if HTTP has it as GET", (name, operation) => {
    if ("isHttpOnly" in operation) expect(operation.isHttpOnly).toBe(true);
    else expect(isReading(name)).toBe(operation.method === "get");
  });
});
