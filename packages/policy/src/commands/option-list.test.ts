import { describe, expect, it } from "vitest";
import { compileOptions, readOptions } from "./option-list.ts";

const list = compileOptions("-abc -n: -w? -# --all --lines= --color? --merged~");
const read = (line: string) => readOptions(line.split(" "), list);

describe("a closed list of options", () => {
  it.each<[line: string, operands: readonly string[], values: readonly (readonly string[])[]]>([
    ["x y", ["x", "y"], []],
    ["-abc x", ["x"], []],
    ["-n 5 x", ["x"], [["-n", "5"]]],
    ["-abn5 x", ["x"], [["-n", "5"]]],
    ["-n -5 x", ["x"], [["-n", "-5"]]],
    ["-w80 x", ["x"], [["-w", "80"]]],
    ["-w x", ["x"], []],
    ["-12 x", ["x"], []],
    ["--lines=5 x", ["x"], [["--lines", "5"]]],
    ["--lines 5 x", ["x"], [["--lines", "5"]]],
    ["--color x", ["x"], []],
    ["--color=no x", ["x"], [["--color", "no"]]],
    ["--merged main x", ["x"], [["--merged", "main"]]],
    ["--merged", [], []],
    ["x --all -", ["x", "-"], []],
    ["-a -- -x --y", ["-x", "--y"], []],
  ])("reads %s", (line, operands, values) => {
    expect(read(line)).toMatchObject({ operands, values });
  });

  it.each([
    "-d",
    "-ad",
    "-abcd",
    "--al",
    "--alle",
    "--all=x",
    "--line=5",
    "-n",
    "--lines",
    "-n --all",
    "--lines -x",
    "-abc=x",
  ])("refuses %s", (line) => {
    expect(read(line)).toBeUndefined();
  });
});
