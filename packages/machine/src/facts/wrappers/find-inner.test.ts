import { describe, expect, it } from "vitest";
import { describeCommand, read } from "../testing/read.ts";

describe("a wrapper and what it runs", () => {
  it.each([
    ["bash -c 'a && b'", "+bash -c |a && b|", "shell: a", "shell.and: b"],
    ["/bin/sh -lc 'a'", "+/bin/sh -lc a", "shell: a"],
    ["bash -e -o pipefail -c -- 'a' name $x", "+bash -e -o pipefail -c -- a name ‹$x›", "shell: a"],
    ["zsh -c 'a'", "+zsh -c a", "shell: a"],
    ["bash <<< 'a; b'", "+bash", "shell: a", "shell.sequence: b"],
    ["bash -s <<'EOF'\na\nEOF", "+bash -s", "shell: a"],
    ["sudo bash <<'EOF'\na\nEOF", "+sudo bash", "+wrapper: bash", "wrapper.shell: a"],
    ["eval 'a;' \"b\"", "+eval a; b", "eval: a", "eval.sequence: b"],
    ["trap 'a; b' EXIT", "+trap |a; b| EXIT", "eval: a", "eval.sequence: b"],
    ["env A=1 B=$x a b", "+env A=1 ‹B=$x› a b", "wrapper: A=1 B=‹$x› a b"],
    ["env -i -u X a", "+env -i -u X a", "wrapper: a"],
    ["sudo -u root -E A=1 a b", "+sudo -u root -E A=1 a b", "wrapper: A=1 a b"],
    [
      "nohup nice -n 5 a &",
      "+background: nohup nice -n 5 a",
      "+background.wrapper: nice -n 5 a",
      "background.wrapper.wrapper: a",
    ],
    ["timeout -k 5 --signal=KILL 10s a -x", "+timeout -k 5 --signal=KILL 10s a -x", "wrapper: a -x"],
    ["stdbuf -oL a", "+stdbuf -oL a", "wrapper: a"],
    ["command -p a b", "+command -p a b", "wrapper: a b"],
    ["exec -a name a", "+exec -a name a", "wrapper: a"],
    ["time -p a", "+time -p", "wrapper: a"],
    ["/usr/bin/time -p a", "+/usr/bin/time -p a", "wrapper: a"],
    ["coproc a b", "+coproc", "wrapper: a b"],
    ["xargs -0 -n 1 a b", "+xargs -0 -n 1 a b", "xargs: a b"],
    ["xargs -I {} a {}", "+xargs -I {} a {}", "xargs: a ‹{}›"],
    ["xargs", "+xargs", "xargs: echo"],
    [
      "find . -name x -exec a {} \\; -execdir ./b {} +",
      "+find . -name x -exec a {} ; -execdir ./b {} +",
      "find: a ‹{}›",
      "find: ‹./b› ‹{}›",
    ],
    [
      "find . -exec sh -c 'a \"$1\"' _ {} \\;",
      '+find . -exec sh -c |a "$1"| _ {} ;',
      '+find: sh -c |a "$1"| _ ‹{}›',
      "find.shell: a ‹$1›",
    ],
  ])("%s", (line, ...commands) => {
    const found = read(line);
    expect(found.commands.map(describeCommand)).toEqual(commands);
    expect(found.isUnparsed).toBe(false);
  });
});

describe("not seen, or not there", () => {
  it.each([
    'bash -c "$x"',
    'bash -c "rm $x"',
    "bash script.sh",
    "bash $x -c 'a'",
    "bash --rcfile f -c 'a'",
    "fish -c 'a'",
    "./bash -c 'a'",
    "~/bin/env a",
    "eval $x",
    "env -S 'a b'",
    "env -C /tmp a",
    "env $x a",
    "sudo -s a",
    "sudo -u $x a",
    "timeout $x a",
    "command -v a",
    "xargs --process-slot-var=X a",
    "find . -delete",
    "exec > f",
    "nohup",
    "env",
    "env A=1",
  ])("%s", (line) => {
    const { commands } = read(line);
    expect(commands).toHaveLength(1);
    expect(commands[0]?.isWrapper).toBe(false);
  });

  it("a line into which something is put at run time is not seen", () => {
    for (const line of ["find . -exec sh -c 'a {}' \\;", "xargs -I{} bash -c 'a {}'", "xargs -0I % sh -c 'a %'"]) {
      const { commands } = read(line);
      expect(commands.map(({ isWrapper }) => isWrapper)).toEqual([true, false]);
    }
  });

  it("a shell that is fed something unknown is not understood", () => {
    for (const line of ['bash <<< "$x"', "bash <<EOF\n$x\nEOF", "/bin/sh -s <<< $(a)"]) {
      expect(read(line).isUnparsed).toBe(true);
    }
  });
});
