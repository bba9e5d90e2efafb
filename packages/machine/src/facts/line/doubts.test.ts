import { describe, expect, it } from "vitest";
import { LINE_CHARS_MAX, READ_MS_MAX } from "../../limits.ts";
import { describeCommand, read } from "../testing/read.ts";

/** Lines in which bash may run `rm`, though it is no command in the line itself. */
const HIDDEN = [
  // Here-documents whose end is hard to tell, and strings that somebody else translates.
  'cat <<E"OF"\n$(rm x)\nEOF\nrm x',
  'rm$"" x',
  // Values that are run.
  "RANDOM='a[$(rm x)]'",
  "x='a[$(rm x)]'; echo $((x))",
  "x='a[$(rm x)]'; (( x ))",
  "x='a[$(rm x)]'; [[ $x -eq 0 ]]",
  "x='a[$(rm x)]'; echo ${y[x]}",
  "x='a[$(rm x)]'; echo ${y:x}",
  "x='a[$(rm x)]'; for ((i = x; i < 1; i++)); do ls; done",
  "read x < f; echo $((x + 1))",
  "for x in *; do echo $((x)); done",
  "echo $(( $(cat f) ))",
  "x='a[$(rm x)]'; echo ${!x}",
  "x='$(rm x)'; echo ${x@P}",
  "echo ${ rm x; }",
  "echo ${| rm x; }",
  "declare -a x='($(rm x))'",
  "declare -i x='a[$(rm x)]'",
  "declare -n x='a[$(rm x)]'",
  'declare "x$y" -i',
  "test -v 'a[$(rm x)]'",
  "x='a[$(rm x)]'; test -v $x",
  "x='a[$(rm x)]'; [[ -v $x ]]",
  "x='a[$(rm x)]'; read $x",
  "x='a[$(rm x)]'; printf -v $x y",
  "x='a[$(rm x)]'; declare \"$x=1\"",
  "read; echo $((REPLY))",
  "[ -v 'a[$(rm x)]' ]",
  "[[ -v 'a[$(rm x)]' ]]",
  "printf -v 'a[$(rm x)]' y",
  "read 'a[$(rm x)]' < f",
  "unset 'a[$(rm x)]'",
  "let 'a[$(rm x)]'",
  "a['$(rm x)']=1",
  "a=(['b[$(rm x)]']=1)",
  "mapfile -C 'rm x' < f",
  "echo >&'$(rm x)'",
  "ls >&-rm",
  "export PS4='$(rm x)'; bash -xc ls",
  "env PS4='`rm x`' bash -xc ls",
  "ENV='$(rm x)' sh -i",
  "alias ls='rm x'",
  "set -o history -o histexpand\nls\n!!:s/ls/rm/",
  "x=($(rm x))y",
  "echo $((x[$(rm x)]))",
  "echo ${x:$(rm x):1}",
  "[[ $(rm x) -eq 0 ]]",
] as const;

describe("not understood", () => {
  it.each(HIDDEN)("%j", (line) => {
    expect(read(line).isUnparsed).toBe(true);
  });

  it.each([
    [
      "unterminated",
      "echo 'a",
      "echo $'a",
      "((1",
      "[[ a",
      "echo ${a",
      "x=(a",
      'echo "a',
      "echo $(a",
      "echo `a",
      "(a",
      "{ a",
      "if a",
      "cat <<EOF\nx",
      "a &&",
      "a |",
    ],
    ["not text", "a\0b", "a \uD800", "\uDC00"],
    ["a backslash at the end", "a b\\", "a\\"],
    [
      "errors, or known only with an option",
      "echo !(a)",
      "shopt -s extglob\n!(a)",
      'echo $"hi"',
      "a; ; b",
      ") a",
      "a=(b | c)",
      "a (b)",
    ],
    ["keywords out of place", "then a", "} a", "a; do b", "if a; fi", "case a in b) c", "for x in a; b; done"],
    ["cmd.exe", "if exist a (del b)", "for %%f in (*) do del %%f"],
    ["PowerShell", "if ($x) { rm y }", "Get-Item | % { rm $_ }; }", "$x = @('a')"],
  ])("%s", (_, ...lines) => {
    for (const line of lines) expect({ line, isUnparsed: read(line).isUnparsed }).toEqual({ line, isUnparsed: true });
  });

  it("still says what it saw, so that a rule against it holds", () => {
    const found = read("rm -rf /; echo 'a");
    expect(found.isUnparsed).toBe(true);
    expect(found.commands.map(describeCommand)).toContain("rm -rf /");
  });
});

describe("more than anybody writes", () => {
  const deep = (open: string, close: string, times: number): string =>
    open.repeat(times) + "rm x" + close.repeat(times);

  it.each([
    ["10,000 brackets", deep("(", ")", 10_000)],
    ["open brackets", "(".repeat(10_000)],
    ["nested substitutions", deep("echo $(", ")", 5_000)],
    ["nested braces", deep("{ ", "; }", 2_000)],
    ["a megabyte", "a ".repeat(1 << 19)],
    ["just too long", "a".repeat(LINE_CHARS_MAX + 1)],
    ["many commands", "a;".repeat(5_000)],
    ["quotes", '"'.repeat(20_001)],
    ["backquotes", "`".repeat(20_001)],
    ["redirects", ">".repeat(20_000)],
    ["arithmetic", "$((".repeat(5_000)],
    ["conditions", "[[ ( a && ".repeat(2_000)],
    ["strings in expansions", deep('${x:-"', '"}', 60)],
    ["expansions in places", deep("${x[", "]}", 60)],
    ["here-documents", "cat <<A\n".repeat(2_000)],
    ["braces", "{a,".repeat(40_000)],
    ["functions of functions", "f() ".repeat(30_000)],
    ["coprocesses of coprocesses", "coproc ".repeat(18_000)],
    ["10,000 open substitutions", "$(".repeat(10_000)],
    ["here-documents on one line", `cat ${"<<A ".repeat(30_000)}`],
    ["lines within lines", Array.from({ length: 12 }).reduce<string>((line) => `eval ${JSON.stringify(line)}`, "rm x")],
  ])("%s", (_, line) => {
    const started = performance.now();
    expect(read(line).isUnparsed).toBe(true);
    // A busy machine takes longer than the limit by itself, but not by that much.
    expect(performance.now() - started).toBeLessThan(READ_MS_MAX * 100);
  });

  it("is not a long here-document", () => {
    const found = read(`cat > f <<'EOF'\n${"a line of text; rm x\n".repeat(1_000)}EOF\n`);
    expect(found.commands.map(describeCommand)).toEqual(["cat >f"]);
    expect(found.isUnparsed).toBe(false);
  });

  it("is not a whole program in a here-document", () => {
    const code = "function f(a) {return {a,b:[a<<2,`${a}`]}}\n".repeat(1_000);
    const found = read(`cat > f.js <<'EOF' && node f.js\n${code}EOF\n`);
    expect(found.commands.map(describeCommand)).toEqual(["cat >f.js", "and: node f.js"]);
    expect(found.isUnparsed).toBe(false);
  });
});

describe("arithmetic with numbers", () => {
  it.each([
    "x=1; echo $((x + 1))",
    "echo $((2 * 3)) ${x:1:2} ${#x}",
    "for i in 1 2 {3..5}; do echo $((i * 2)); done",
    "n=$((1 + 2)); (( n > 2 )) && ls",
    "[[ $# -gt 1 && 3 -lt 4 && -v HOME ]]",
    'declare -a x=(1 2); export A="$y" B; read -r line; printf \'%s\' "$line"; [ -f "$x" ]',
    "echo ${a[0]} ${a[@]} ${!a[@]}",
    "echo $((HOME_COUNT + 1))",
    "a[i + 1]=2; echo ${a[i]} ${x:n:2} $((a[i] * 16#ff))",
    "for ((i = 0; i < 10; i++)); do echo $i; done; for ((;;)) { ls; }",
    "x=$(( $# > 1 ? ${#x} : 0 )); [[ $x -gt 1 && $? -eq 0 ]]",
  ])("%s", (line) => {
    expect(read(line).isUnparsed).toBe(false);
  });
});

describe("other shells", () => {
  it.each(["echo a &> b", "[[ a && rm ]]", "echo $'\\'; rm x #'", "((rm x))", "diff <(a) b", "a |& b"])(
    "sh reads %j otherwise",
    (line) => {
      expect(read(line, "posix").isUnparsed).toBe(true);
      expect(read(`sh -c ${JSON.stringify(line).replaceAll("$", "\\$")}`).isUnparsed).toBe(true);
    },
  );

  it.each(["echo *(e:'rm x':)", "echo ${(e)x}", "=ls", "a &| b"])("zsh reads %j otherwise", (line) => {
    expect(read(line, "zsh").isUnparsed).toBe(true);
  });

  it.each(["npm test && ls -la | head > out", "git commit -m 'it is' 2>&1"])("all read %j alike", (line) => {
    expect(read(line, "posix").isUnparsed).toBe(false);
    expect(read(line, "zsh").isUnparsed).toBe(false);
  });
});
