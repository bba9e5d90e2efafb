import { describe, expect, it } from "vitest";
import { describeCommand, read } from "../testing/read.ts";

/** Lines that are understood, and the commands in them, in order. */
const LINES: Readonly<Record<string, readonly (readonly [line: string, ...commands: string[]])[]>> = {
  "one after the other": [
    ["git status", "git status"],
    ["git status && rm -rf /", "git status", "and: rm -rf /"],
    ["a || b", "a", "or: b"],
    ["a; b; c", "a", "sequence: b", "sequence: c"],
    ["a\n\nb # c\n# d; e\nf", "a", "sequence: b", "sequence: f"],
    ["a & b", "background: a", "sequence: b"],
    ["a && b || c; d", "a", "and: b", "or: c", "sequence: d"],
    ["a | b |& c", "pipe: a", "pipe: b", "pipe: c"],
    ["! a && b", "a", "and: b"],
    ["a && b | c", "a", "and.pipe: b", "and.pipe: c"],
    ["a && b > f | c", "a", "and.pipe: b >f", "and.pipe: c"],
    ["a && b 2>&1 | c || d", "a", "and.pipe: b", "and.pipe: c", "or: d"],
    ["a \\\n  --flag", "a --flag"],
  ],
  "compound commands": [
    ["(a; b)", "subshell: a", "subshell.sequence: b"],
    ["{ a; b; }", "group: a", "group.sequence: b"],
    ["{ a; } > f", ">f", "group: a"],
    ["if a; then b; elif c; then d; else e; fi", ...["a", "b", "c", "d", "e"].map((name) => `condition: ${name}`)],
    ["while a; do b; done < f", "<f", "loop: a", "loop: b"],
    ["until a; do b; done", "loop: a", "loop: b"],
    ["for x in 1 $(a); do b $x; done", "loop.substitution: a", "loop: b ‹$x›"],
    ["for ((i = 0; i < 3; i++)); do a; done", "loop: a"],
    ["case $x in a | b*) c ;; *) d ;; esac", "condition: c", "condition: d"],
    ["f() { a; }; f", "function.group: a", "sequence: f"],
    ["function f { a | f & }", "function.group.background.pipe: a", "function.group.background.pipe: f"],
    ["[ -f a ] && b", "[ -f a ]", "and: b"],
    ['[[ -f a && $(b) == "c" ]] || d', "substitution: b", "or: d"],
    ["[[ a =~ ^(b|c)$ ]] && d", "and: d"],
    ["(( 1 + 2 )) && a", "and: a"],
    ["time (a; b)", "+time", "wrapper.subshell: a", "wrapper.subshell.sequence: b"],
  ],
  substitutions: [
    ["echo $(a)", "echo ‹$(a)›", "substitution: a"],
    ['echo "x $(a "$(b)") y"', 'echo ‹x $(a "$(b)") y›', "substitution: a ‹$(b)›", "substitution.substitution: b"],
    ["echo `a`", "echo ‹`a`›", "substitution: a"],
    ['echo "x `a "b"`"', 'echo ‹x `a "b"`›', "substitution: a b"],
    ["echo `a \\`b\\``", "echo ‹`a \\`b\\``›", "substitution: a ‹`b`›", "substitution.substitution: b"],
    [
      "diff <(a | b) >(c)",
      "diff ‹<(a | b)› ‹>(c)›",
      ...["pipe: a", "pipe: b"].map((way) => `process-substitution.${way}`),
      "process-substitution: c",
    ],
    ["x=$(a)", "x=‹$(a)›", "substitution: a"],
    ["x=(1 $(a)) b", "x=‹(1 $(a))› b", "substitution: a"],
    ["export A=$(a) B=1", "A=‹$(a)› B=1 export ‹A=$(a)› B=1", "substitution: a"],
    ["echo ${x:-$(a)}", "echo ‹${x:-$(a)}›", "substitution: a"],
    ['echo "${x:-$(a)}"', "echo ‹${x:-$(a)}›", "substitution: a"],
    ["echo $(< f)", "echo ‹$(< f)›", "substitution: <f"],
    ["a <<< $(b)", "a", "substitution: b"],
    ["a > $(b)", "a >‹$(b)›", "substitution: b"],
    ["case $(a) in $(b)) c ;; esac", "substitution: a", "condition.substitution: b", "condition: c"],
  ],
  "here-documents": [
    ["cat <<EOF\n$(a)\nEOF\nb", "cat", "substitution: a", "sequence: b"],
    ["cat > f <<'EOF'\n$(a) `b` it's\nEOF\nc", "cat >f", "sequence: c"],
    ["cat <<-EOF\n\tx\n\tEOF\na", "cat", "sequence: a"],
    ["cat <<EOF | a && b\nx\nEOF", "pipe: cat", "pipe: a", "and: b"],
    ["cat <<EOF > f\nx\nEOF", "cat >f"],
    ["python - <<'EOF'\nx\nEOF", "python -"],
    ["a - - <<'EOF'\nx\nEOF", "a - -"],
    ["a && b - <<'EOF' | c\nx\nEOF", "a", "and.pipe: b -", "and.pipe: c"],
    [
      'git commit -m "$(cat <<\'EOF\'\nit\'s "x"\n\nEOF\n)" && a',
      "git commit -m ‹$(cat <<'EOF'\nit's \"x\"\n\nEOF\n)›",
      "substitution: cat",
      "and: a",
    ],
  ],
  words: [
    [`'rm' "r"m r\\m $'r\\x6d' "r""m"`, "rm rm rm rm rm"],
    [`a 'b c' "d e" f\\ g ''`, "a |b c| |d e| |f g| ||"],
    [`a "\\$x \\"q\\" \\\\ \\y" '\\'`, 'a |$x "q" \\ \\y| \\'],
    [`a $'\\t\\'\\u0042\\101' $'\\xe9' $'\\u00e9' $'\\0'`, "a |\t'BA| ‹$'\\xe9'› ‹$'\\u00e9'› ‹$'\\0'›"],
    ['a $x ${x} "$x" $1 $@ $? ${x%.ts}', "a ‹$x› ‹${x}› ‹$x› ‹$1› ‹$@› ‹$?› ‹${x%.ts}›"],
    ["a *.ts b? [ab] ~/x ~ x=~/y {a,b} {1..3}", "a ‹*.ts› ‹b?› ‹[ab]› ‹~/x› ‹~› ‹x=~/y› ‹{a,b}› ‹{1..3}›"],
    [`a '*' "~/x" \\~ \\* "{a,b}" {a} x~ a[`, "a * ~/x ~ * {a,b} {a} x~ a["],
    ["a $((1 + 2)) $[1 + 2]", "a ‹$((1 + 2))› ‹$[1 + 2]›"],
    ["A=1 B= C='x y' a", "A=1 B=|| C=|x y| a"],
    ["A=1 B=2", "A=1 B=2"],
    ["a b#c #d", "a b#c"],
    ["echo -n -5 == 'a' !", "echo -n -5 == a !"],
    ["раypal‐ls\u200Bb c\u00A0d", "раypal‐ls\u200Bb |c\u00A0d|"],
    ["a 😀 '😀' && b \"😀 $(c)\"", "a 😀 😀", "and: b ‹😀 $(c)›", "and.substitution: c"],
    ["$x a", "‹$x› a"],
    ["r* a", "‹r*› a"],
  ],
  redirects: [
    ["a > f >> g < h 2> i &> j >| k", "a >f >>g <h >i >j >k"],
    ["a 2>&1 >&2 1>&- <&3", "a"],
    ["> f", ">f"],
    ["> f a b", "a b >f"],
    ["a > f b c", "a b c >f"],
    ["a >& f", "a >f"],
    ["a 2>/dev/null", "a >/dev/null"],
    ["exec 3< f", "exec <f"],
  ],
};

describe.each(Object.entries(LINES))("%s", (_, lines) => {
  it.each(lines.map(([line, ...commands]) => ({ line, commands })))("$line", async ({ line, commands }) => {
    const found = await read(line);
    expect(found.commands.map(describeCommand)).toEqual(commands);
    expect(found.isUnparsed).toBe(false);
  });
});

describe("functions", () => {
  it("are known by their names", async () => {
    expect([...(await read("f() { a; }; function g { b; }")).functions]).toEqual(["f", "g"]);
  });
});
