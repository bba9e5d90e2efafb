import { operations } from "@parley/contract";
import { describe, expect, it } from "vitest";
import { isReading } from "./reading.ts";

const shared = Object.entries(operations).filter(([, operation]) => !("isHttpOnly" in operation));

describe("an operation that is repeated", () => {
  it.each(shared)("is one that HTTP has as GET: %s", (name, { method }) => {
    expect(isReading(name)).toBe(method === "get");
  });
});
