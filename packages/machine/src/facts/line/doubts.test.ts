import { describe, expect, it } from "vitest";
import { LINE_CHARS_MAX } from "../limits.ts";
import { describeCommand, read } from "../testing/read.ts";

/** Lines in which bash runs `rm`, though the grammar sees none: they must not count as understood. */
const HIDDEN = [
  // Tokens that end elsewhere than the grammar thinks.
  String.raw`echo $'a\\' ; rm x ; echo '\''x'`,
  "cat <<EOF;rm x\nhi\nEOF",
  'cat <<E"OF"\n$(rm x)\nEOF\nrm x',
  "cat <<EOF\nEOFX\nEOF\nrm x\nEOF",
  "cat <<EOF\n `rm x`\nEOF",
  "cat <<EOF\na\\\nEOF\n$(rm x)\nEOF",
  "r\\\nm x",
  'rm$"" x',
  "echo \"${x:-'$(rm x)'}\"",
  "echo ${x:-`rm x`}",
  // Programs that the grammar takes for something else.
  "[ a && rm x ]",
  "[ a || rm x ]",
  "[ a | rm ]",
  "time A=1 rm x",
  "coproc A=1 rm x",
  "coproc NAME { rm x; }",
  "time { rm x; }",
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
] as const;

describe("not understood", () => {
  it.each(HIDDEN)("%j", async (line) => {
    expect((await read(line)).isUnparsed).toBe(true);
  });

  it.each([
    ["unterminated", "echo 'a", 'echo "a', "echo $(a", "echo `a", "(a", "{ a", "if a", "cat <<EOF\nx", "a &&", "a |"],
    ["not text", "a\0b", "a \uD800", "\uDC00"],
    ["other line ends", "git status\r\nls\r\n", "ls\rrm x", "a\vb", "a\fb"],
    ["not in the grammar", "a 3<> f", "echo !(a)", "echo {x}> f", 'echo $"hi"', "a; ; b", "! ! a", ") a"],
    ["keywords out of place", "then a", "env { a", "nohup ! a", "} a", "time if a; then b; fi"],
    ["cmd.exe", "if exist a (del b)", "for %%f in (*) do del %%f"],
    ["PowerShell", "if ($x) { rm y }", "Get-Item | % { rm $_ }; }", "$x = @('a')"],
  ])("%s", async (_, ...lines) => {
    for (const line of lines)
      expect({ line, isUnparsed: (await read(line)).isUnparsed }).toEqual({ line, isUnparsed: true });
  });

  it("still says what it saw, so that a rule against it holds", async () => {
    const found = await read("rm -rf /; echo 'a");
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
    ["many words in front of one", `a${" b".repeat(25_000)}; rm x`],
    ["quotes", '"'.repeat(20_001)],
    ["backquotes", "`".repeat(20_001)],
    ["redirects", ">".repeat(20_000)],
    ["arithmetic", "$((".repeat(5_000)],
    ["conditions", "[[ ( a && ".repeat(2_000)],
    ["strings in expansions", deep('${x:-"', '"}', 60)],
    ["expansions in places", deep("${x[", "]}", 60)],
    ["here-documents", "cat <<A\n".repeat(2_000)],
    ["lines within lines", Array.from({ length: 12 }).reduce<string>((line) => `eval ${JSON.stringify(line)}`, "rm x")],
  ])("%s", async (_, line) => {
    const found = await read(line);
    expect(found.isUnparsed).toBe(true);
  });

  it("is not a long here-document", async () => {
    const found = await read(`cat > f <<'EOF'\n${"a line of text; rm x\n".repeat(1_000)}EOF\n`);
    expect(found.commands.map(describeCommand)).toEqual(["cat >f"]);
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
  ])("%s", async (line) => {
    expect((await read(line)).isUnparsed).toBe(false);
  });
});

describe("other shells", () => {
  it.each(["echo a &> b", "[[ a && rm ]]", "echo $'\\'; rm x #'", "((rm x))", "diff <(a) b", "a |& b"])(
    "sh reads %j otherwise",
    async (line) => {
      expect((await read(line, "posix")).isUnparsed).toBe(true);
      expect((await read(`sh -c ${JSON.stringify(line).replaceAll("$", "\\$")}`)).isUnparsed).toBe(true);
    },
  );

  it.each(["echo *(e:'rm x':)", "echo ${(e)x}", "=ls", "a &| b"])("zsh reads %j otherwise", async (line) => {
    expect((await read(line, "zsh")).isUnparsed).toBe(true);
  });

  it.each(["npm test && ls -la | head > out", "git commit -m 'it is' 2>&1"])("all read %j alike", async (line) => {
    expect((await read(line, "posix")).isUnparsed).toBe(false);
    expect((await read(line, "zsh")).isUnparsed).toBe(false);
  });
});
