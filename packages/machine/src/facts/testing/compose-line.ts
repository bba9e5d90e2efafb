// Lines with one command hidden in them somewhere, in all the ways a shell knows to nest one.
import fc from "fast-check";
import { quoteAnsiC, quoteBack, quoteDouble, quoteSingle } from "./quoting.ts";

const QUOTES = [quoteSingle, quoteDouble, quoteAnsiC] as const;

/** With another command beside it. */
const JOINS: readonly ((line: string, other: string) => string)[] = [
  (line, other) => `${line} && ${other}`,
  (line, other) => `${other} && ${line}`,
  (line, other) => `${other} || ${line}`,
  (line, other) => `${other}; ${line}`,
  (line, other) => `${line};${other}`,
  (line, other) => `${other}\n${line}`,
  (line, other) => `${line} | ${other}`,
  (line, other) => `${other} |& ${line}`,
  (line, other) => `${line} & ${other}`,
  (line, other) => `${other} 2>&1 | ${line} > out`,
  (line, other) => `if ${other}; then ${line}; fi`,
  (line, other) => `if ${line}; then ${other}; else ${other}; fi`,
  (line, other) => `while ${other}; do ${line}; break; done`,
  (line, other) => `${other} $(${line})`,
  (line, other) => `${other} "a $(${line}) b"`,
  (line, other) => `${other} ${quoteBack(line)}`,
  (line, other) => `${other} <(${line})`,
  (line, other) => `${other} \${nothing:-$(${line})}`,
  (line, other) => `${other} <<EOF\na $(${line}) b\nEOF\n`,
  (line, other) => `${other} <<'EOF'\nit's "x\nEOF\n${line}`,
  (line, other) => `${other} <<< "$(${line})"`,
  (line, other) => `A=$(${line}) ${other}`,
  (line, other) => `A=(1 "$(${line})"); ${other}`,
  (line, other) => `${other} $(( $(${line}) + 1 ))`,
  (line, other) => `${other} # a comment's "quote\n${line}`,
];

/** By itself. */
const WRAPS: readonly ((line: string) => string)[] = [
  // The space keeps it apart from a `$(` before it: together they would be arithmetic, in which nothing runs.
  (line) => ` (${line})`,
  (line) => `{ ${line}; }`,
  (line) => `for x in 1 2; do ${line}; done`,
  (line) => `for ((i = 0; i < 2; i++)); do ${line}; done`,
  (line) => `case x in a | x) ${line} ;; *) ls ;; esac`,
  (line) => `f() { ${line}; }; f`,
  (line) => `function g { ${line}; }\ng`,
  (line) => `[[ -n $(${line}) ]]`,
  (line) => `[ -n "$(${line})" ]`,
  (line) => `export A="$(${line})"`,
  (line) => `time ${line}`,
  (line) => `! ${line}`,
  (line) => `bash <<'END'\n${line}\nEND\n`,
];

/** As a word for something that runs lines. */
const RUNNERS: readonly ((word: string) => string)[] = [
  (word) => `bash -c ${word}`,
  (word) => `sh -lc ${word} name word`,
  (word) => `eval ${word}`,
  (word) => `env A=1 bash -c ${word}`,
  (word) => `sudo -u root sh -c ${word}`,
  (word) => `nohup timeout 5 bash -xc ${word}`,
  (word) => `ls | xargs -n 1 bash -c ${word}`,
  (word) => `find . -name x -exec sh -c ${word} \\;`,
  (word) => `command eval ${word}`,
  (word) => `bash <<< ${word}`,
  (word) => `trap ${word} EXIT`,
];

export function composeLine(seed: fc.Arbitrary<string>, innocent: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ line: string }>((tie) => ({
    line: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      seed,
      fc.tuple(fc.constantFrom(...JOINS), tie("line"), innocent).map(([join, line, other]) => join(line, other)),
      fc.tuple(fc.constantFrom(...WRAPS), tie("line")).map(([wrap, line]) => wrap(line)),
      fc
        .tuple(fc.constantFrom(...RUNNERS), fc.constantFrom(...QUOTES), tie("line"))
        .map(([run, quote, line]) => run(quote(line))),
    ),
  })).line;
}

/** The same program and words in the spellings of the shell. */
export function spellings(program: string, words: string): readonly string[] {
  const [first, rest] = [program.slice(0, 1), program.slice(1)];
  return [
    `${program} ${words}`,
    `'${program}' ${words}`,
    `"${first}"${rest} ${words}`,
    `${first}\\${rest} ${words}`,
    `$'\\x${program.charCodeAt(0).toString(16)}'${rest} ${words}`,
    `${program} \\\n  ${words}`,
    `A=1 ${program} ${words} > out`,
    `2>/dev/null ${program} ${words}`,
    `env A=1 ${program} ${words}`,
    `nice -n 5 ${program} ${words}`,
    `exec ${program} ${words}`,
  ];
}
