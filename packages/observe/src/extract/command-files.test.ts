import { cpuMsOf } from "@parley/test-support";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filesOfCommand } from "./command-files.ts";
import { cutCommand } from "./command-words.ts";
import { findOutputFiles } from "./output-files.ts";

describe("a command line", () => {
  it.each([
    ["a 'b c' \"d e\" f\\ g", [["a", "b c", "d e", "f g"]]],
    ["a && b | c; d &\ne", [["a"], ["b"], ["c"], ["d"], ["e"]]],
    ["a # not this", [["a"]]],
    [String.raw`type C:\repo\a.ts`, [["type", String.raw`C:\repo\a.ts`]]],
    ["(cd x && y)", [["cd", "x"], ["y"]]],
    ["a 'unclosed", [["a", "unclosed"], [""]]],
    ["for x in a; do b $x; done", [["b", ""]]],
    ["if a; then b; else c; fi > d", [[], ["a"], ["b"], ["c"]]],
    ["f() { a; }; f", [["a"], ["f"]]],
    ['a "$(b c)" `d`', [["a", "", ""], ["b", "c"], ["d"]]],
    ["a <<E\n$(b)\nE\nc", [["a"], ["b"], ["c"]]],
    ["X=1 a Y=2", [["X=1", "a", "Y=2"]]],
    ["a\\\nb c[1] {d,e} f\\*", [["ab", "c[1]", "", "f*"]]],
    ["time ! a | b", [["a"], ["b"]]],
    ["a; ; b", [["a"], [""]]],
  ])("%j", (line, words) => {
    expect(cutCommand(line).map((part) => part.words)).toEqual(words);
  });

  it.each([
    ["cat a.ts b.ts", ["read a.ts", "read b.ts"]],
    ["cat -n 'my file.ts'", ["read my file.ts"]],
    ["head -n 20 src/a.ts", ["read src/a.ts"]],
    ["touch /projects/sh1 && echo OUT", ["write /projects/sh1"]],
    ["printf '%s' 'made\n' > '/projects/made.txt'", ["write /projects/made.txt"]],
    ["echo hi >> log.txt 2>&1", ["write log.txt"]],
    ["make 2> err.log < in.txt", ["write err.log", "read in.txt"]],
    ["echo x >/dev/null", []],
    ["cat <<EOF > a.txt\nhello\nEOF", ["write a.txt"]],
    ["cat > a.txt <<'EOF'\ncat b.txt\nEOF\ncat c.txt", ["write a.txt", "read c.txt"]],
    ["rm -rf build/out", ["write build/out"]],
    ["mv a.ts b.ts", ["write a.ts", "write b.ts"]],
    ["cp a.ts lib/b.ts", ["read a.ts", "write lib/b.ts"]],
    ["sed -i 's/a/b/' src/a.ts", ["write src/a.ts"]],
    ["sed -n 1,5p src/a.ts", ["read src/a.ts"]],
    ["grep -rn 'foo bar' src lib", ["search src", "search lib"]],
    ["rg -e foo src", ["search foo", "search src"]],
    ["find src -name '*.ts'", ["search src"]],
    ["for f in a.ts; do cat b.ts; done > out.txt", ["write out.txt", "read b.ts"]],
    ["while read -r x; do echo $x; done < in.txt", ["read in.txt"]],
    ['echo "$(cat a.ts)" > b.ts', ["write b.ts", "read a.ts"]],
    ["cat <<EOF > a.txt\n$(cat b.txt) it's\nEOF", ["write a.txt", "read b.txt"]],
    ["git commit -m \"$(cat <<'EOF'\ncat x.ts > y.ts\nEOF\n)\"", []],
    ["cat 'app/[id]/page.tsx' app/[id]/layout.tsx", ["read app/[id]/page.tsx", "read app/[id]/layout.tsx"]],
    ["cd packages/rpc && cat src/a.ts", ["read packages/rpc/src/a.ts"]],
    ["cd /tmp; cat a", ["read /tmp/a"]],
    ["CI=1 sudo tee a.log", ["write a.log"]],
    ["node scripts/run.js --port 3000", ["read scripts/run.js"]],
    ["npx vitest run src/a.test.ts", ["read src/a.test.ts"]],
    ["npm test", []],
    ["git commit -m 'fix a.ts'", []],
    ["curl https://example.com/a.ts", []],
    ["cat $FILE *.ts `x`", []],
    ["pip install foo==1.2.3", []],
    ["ping example.com", []],
  ])("%j touches %j", (line, files) => {
    expect(filesOfCommand(line).map(({ action, path }) => `${action} ${path}`)).toEqual(files);
  });

  it("is taken where it runs", () => {
    expect(filesOfCommand("cat a.ts /b.ts", "/projects/sub/")).toEqual([
      { path: "/projects/sub/a.ts", action: "read" },
      { path: "/b.ts", action: "read" },
    ]);
  });

  it("may be anything", () => {
    const marks = fc.stringMatching(/^[ab'"\\$`><&|;()\n# ]*$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), marks), (line) => {
        expect(filesOfCommand(line)).toBeInstanceOf(Array);
      }),
    );
  });

  it("takes no time, whatever it is", () => {
    expect(
      cpuMsOf(() => {
        for (const piece of ["{a,", "{", "'", "\\", "$(", "`", "<<A ", "f() ", ">a ", "a", "x/y.ts "])
          filesOfCommand(piece.repeat(5_000));
      }),
    ).toBeLessThan(5_000);
  });
});

describe("the output of a command", () => {
  it.each([
    ["src/a.ts:12:3: error TS1005", [{ path: "src/a.ts", line: 12 }]],
    ["src/a.ts(12,3): error TS1005", [{ path: "src/a.ts", line: 12 }]],
    ["  --> src/main.rs:3:5", [{ path: "src/main.rs", line: 3 }]],
    ['  File "/projects/a.py", line 7, in f', [{ path: "/projects/a.py", line: 7 }]],
    ["    at f (/projects/lib/x.js:10:5)", [{ path: "/projects/lib/x.js", line: 10 }]],
    [String.raw`C:\repo\a.ts:4: x`, [{ path: String.raw`C:\repo\a.ts`, line: 4 }]],
    ["a.ts:1: x\na.ts:2: y", [{ path: "a.ts", line: 1 }]],
    ["/projects/found.ts", [{ path: "/projects/found.ts" }]],
    ["listening on http://localhost:3000/x.js", []],
    ["127.0.0.1:8080 example.com:443 12:30 v1.2.3:4", []],
    ["src/folder", []],
    ["just words. And more: 3", []],
  ])("%j", (text, files) => {
    expect(findOutputFiles(text, false)).toEqual(files);
  });

  it("of a search is a list of files", () => {
    expect(findOutputFiles("./src/a.ts\nsrc/b.ts\n/projects/Makefile\nnothing found", true)).toEqual([
      { path: "./src/a.ts" },
      { path: "src/b.ts" },
      { path: "/projects/Makefile" },
    ]);
  });

  it("takes no time, whatever it is", () => {
    expect(
      cpuMsOf(() => {
        for (const text of ["a/".repeat(50_000), "a.".repeat(50_000), ":1".repeat(50_000), "a:1(1".repeat(20_000)]) {
          findOutputFiles(text, true);
        }
      }),
    ).toBeLessThan(5_000);
  });
});
