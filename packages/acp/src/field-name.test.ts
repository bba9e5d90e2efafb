import { describe, expect, it } from "vitest";
import { invalidField, invalidParams, toFieldName } from "./field-name.ts";
import { toNameValueList } from "./reshape/forms.ts";

describe("the name of a field", () => {
  it.each([
    ["", ""],
    ["/cwd", "cwd"],
    ["/mcpServers/0/args/12", "mcpServers.0.args.12"],
    ["/a~1b/c~0d", "a/b.c~d"],
    // An escaped tilde in front of a 1 is not an escaped slash.
    ["/a~01b", "a~1b"],
    ["/", ""],
  ])("of %j is %j", (pointer, expected) => {
    expect(toFieldName(pointer, undefined)).toBe(expected);
  });

  it("is the sender's key where the sender wrote an object", () => {
    const params = { env: toNameValueList({ HOME: "/a", PATH: 7 }), list: [{ name: "x", value: 7 }] };
    expect(toFieldName("/env/1/value", params)).toBe("env.PATH");
    expect(toFieldName("/env/1", params)).toBe("env.PATH");
    expect(toFieldName("/list/0/value", params)).toBe("list.0.value");
    expect(toFieldName("/env/9/value", params)).toBe("env.9.value");
  });

  it.each([null, 7, "text", [], { a: null }])("does not depend on parameters like %j", (params) => {
    expect(toFieldName("/a/0/b", params)).toBe("a.0.b");
  });
});

describe("a wrong field", () => {
  it("is named in the message and in the data", () => {
    expect(invalidField("/a/b", "too long").toWire()).toEqual({
      code: -32602,
      message: "Invalid params: a.b: too long",
      data: { path: "/a/b", field: "a.b" },
    });
    const params = { env: toNameValueList({ PATH: 7 }) };
    expect(invalidParams({ path: "/env/0/value", expected: "string", message: "" }, params).toWire()).toEqual({
      code: -32602,
      message: "Invalid params: env.PATH: expected string",
      data: { path: "/env/0/value", field: "env.PATH", expected: "string" },
    });
  });

  it("may be the whole", () => {
    const error = invalidParams({ path: "", expected: "object", message: "" }, 7);
    expect(error.message).toBe("Invalid params: expected object");
  });
});
