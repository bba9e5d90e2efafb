import { describe, expect, it } from "vitest";
import { QUERY_CHARS_MAX } from "../../limits.ts";
import { queryError, readQueryText } from "./query-text.ts";

const read = (query: string): string[] => readQueryText(query).map(({ kind, text, at }) => `${at} ${kind} ${text}`);

describe("the words of a query", () => {
  it.each<[query: string, expected: string[]]>([
    ["", ["0 end "]],
    ["a=b", ["0 word a", "1 operator =", "2 word b", "3 end "]],
    ["a != b", ["0 word a", "2 operator !=", "5 word b", "6 end "]],
    ["a<=1", ["0 word a", "1 operator <=", "3 word 1", "4 end "]],
    ["a==1", ["0 word a", "1 operator ==", "3 word 1", "4 end "]],
    ["a!~b~c", ["0 word a", "1 operator !~", "3 word b", "4 operator ~", "5 word c", "6 end "]],
    ["(a)", ["0 open (", "1 word a", "2 close )", "3 end "]],
    ["\t\na.b/c-é\u00a0", ["2 word a.b/c-é", "10 end "]],
    [`"a = (b)" 'c "d"'`, ["0 text a = (b)", `10 text c "d"`, "17 end "]],
    [String.raw`"a\"b\\" c`, [String.raw`0 text a"b\ `.trimEnd(), "9 word c", "10 end "]],
    [`""''`, ["0 text ", "2 text ", "4 end "]],
  ])("in %j", (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    [`a = "b`, "Unterminated quote", 4],
    [String.raw`'a\'`, "Unterminated quote", 0],
    [`"`, "Unterminated quote", 0],
    ["a ! b", "! is not an operator", 2],
  ])("are wrong in %j, and the place is marked", (query, message, at) => {
    expect(() => readQueryText(query)).toThrow(
      expect.objectContaining({ code: "usage", message: `${message}\n  ${query}\n  ${" ".repeat(at)}^` }),
    );
  });

  it("are not too many, and then not all shown", () => {
    expect(readQueryText("x".repeat(QUERY_CHARS_MAX))).toHaveLength(2);
    const query = `a="${"x".repeat(QUERY_CHARS_MAX)}"`;
    expect(() => readQueryText(query)).toThrow(/^The query is longer than 4000 characters\n.{82}\n {2}\^$/);
  });
});

describe("the error of a query", () => {
  it("stays on its lines, and says how to go on", () => {
    const error = queryError("a\nb\t=", 4, "Wrong");
    expect(error.message).toBe("Wrong\n  a b =\n      ^");
    expect(error.remedy).toEqual({ label: "Show the query syntax", command: "parley trace query --help" });
    expect(queryError("a", 0, "Wrong", "Close it").remedy).toEqual({ label: "Close it" });
  });
});
