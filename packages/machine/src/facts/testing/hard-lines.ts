// Hard lines: every construct of the shell within every other, with `marker` and `ls` as the programs that they run.
import fc from "fast-check";
import { COMMANDS, SCRAPS, WORDS } from "./pieces.ts";
import { escape, quoteSingle } from "./quoting.ts";

type Make = (...parts: string[]) => string;

/** Words around a list of commands. */
const AROUND_LIST: readonly Make[] = [
  (list) => `$(${list})`,
  (list) => `"a $(${list}) b"`,
  (list) => `\`${escape(list, /[\\`$]/g)}\``,
  (list) => `"\`${escape(list, /[\\`$"]/g)}\`"`,
  (list) => `<(${list})`,
  (list) => `$(${list} # )\n)`,
  (list) => `$(case x in x) ${list};; esac)`,
  (list) => `$( (${list}) )`,
  (list) => `$((${list}) )`,
];

/** Words around two others. */
const AROUND_WORDS: readonly Make[] = [
  (word) => `\${x:-${word}}`,
  (word) => `"\${x:-${word}}"`,
  (word, other) => `\${x:+${word} ${other}}`,
  (word, other) => `\${x/${word}/${other}}`,
  (word) => `\${x#${word}}`,
  (word, other) => `${word}${other}`,
  (word, other) => `{${word},${other}}`,
  (word) => `$(cat <<E\n${word} )\nE\n)`,
];

/** Commands around one word. */
const WITH_WORD: readonly Make[] = [
  (word) => `ls ${word}`,
  (word) => `${word} x`,
  (word) => `y=${word}`,
  (word) => `y=${word} ls`,
  (word) => `y=(${word} b)`,
  (word) => `y+=(${word})`,
  (word) => `ls > ${word}f`,
  (word) => `ls <<< ${word}`,
  (word) => `{ ls <<E\n${word}\nE\n}`,
  (word) => `{ ls <<-E | ls\n\t${word}\n\tE\n}`,
  (word) => `{ ls <<'E' <<F && marker\n$(marker\nE\n${word}\nF\n}`,
  (word) => `{ ls <<E;marker\n${word}\nE\n}`,
  (word) => `[[ a == ${word} && ( -n b || ! $x -eq 1 ) ]]`,
  (word) => `declare y=${word}`,
  (word) => `export A=${word} b`,
  (word) => `declare -a y=(${word})`,
  (word) => `command ls ${word}`,
];

/** Commands around two lists. */
const WITH_LISTS: readonly Make[] = [
  (list) => ` (${list})`,
  (list) => `{ ${list}; }`,
  (list, other) => `if ${list}; then ${other}; fi`,
  (list, other) => `if ls\nthen ${list}\nelif marker; then ls; else ${other}\nfi`,
  (list, other) => `while ${list}; do ${other}; break; done`,
  (list) => `for i in a b; do ${list}; done`,
  (list) => `for ((i = 0; i < 2; i++)); do ${list}; done`,
  (list) => `for ((;;)) { ${list}; break; }`,
  (list, other) => `case x in (a|b) ${list} ;; x) ${other};& *) ls;; esac`,
  (list) => `f() { ${list}; }; f`,
  (list) => `function g { ${list}; } > f; g`,
  (list) => `h () (${list}); h`,
  (list) => `{ ! { ${list}; }; }`,
  (list) => `{ time { ${list}; }; }`,
  (list) => `{ coproc N { ${list}; }; }`,
  (list) => `eval ${quoteSingle(list)}`,
  (list) => `bash -c ${quoteSingle(list)}`,
  (list) => `{ bash <<'END'\n${list}\nEND\n}`,
  (list) => `trap ${quoteSingle(list)} EXIT`,
];

const JOINS = [" && ", " || ", "; ", " | ", "\n", " & ", " |& ", ";\n", " &&\n", " # marker '\n"] as const;

const tied = fc.letrec<{ list: string; command: string; word: string }>((tie) => ({
  list: fc
    .tuple(tie("command"), fc.array(fc.tuple(fc.constantFrom(...JOINS), tie("command")), { maxLength: 2 }))
    .map(([first, rest]) => first + rest.flat().join("")),
  command: fc.oneof(
    { depthSize: "medium", maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...COMMANDS),
    fc.tuple(fc.constantFrom(...WITH_WORD), tie("word")).map(([make, word]) => make(word)),
    fc.tuple(fc.constantFrom(...WITH_LISTS), tie("list"), tie("list")).map(([make, one, other]) => make(one, other)),
  ),
  word: fc.oneof(
    { depthSize: "medium", maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...WORDS),
    fc.tuple(fc.constantFrom(...AROUND_WORDS), tie("word"), tie("word")).map(([make, one, other]) => make(one, other)),
    fc.tuple(fc.constantFrom(...AROUND_LIST), tie("list")).map(([make, list]) => make(list)),
  ),
}));

export const hardLine = tied.list;

/** A hard line with something put in or taken away somewhere. */
export const brokenLine = fc
  .tuple(
    hardLine,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...SCRAPS), fc.nat({ max: 1 })), { minLength: 1, maxLength: 3 }),
  )
  .map(([line, changes]) =>
    changes.reduce((text, [at, scrap, cut]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + scrap + text.slice(index + cut);
    }, line),
  );
