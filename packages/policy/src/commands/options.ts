// Reads a program's words as the program would: options, the sub-command, and the rest.

/** `-rf` has r and f; `--force` has only itself. Words after `--` are not options. */
export function hasOption(words: readonly string[], short: string, ...long: readonly string[]): boolean {
  for (const word of words) {
    if (word === "--") return false;
    if (word.startsWith("--")) {
      const end = word.indexOf("=");
      if (long.includes(end < 0 ? word : word.slice(0, end))) return true;
    } else if (word.startsWith("-") && Array.from(short).some((letter) => word.includes(letter, 1))) return true;
  }
  return false;
}

/** Exactly this word, or this word with a value after `=`. */
export function hasWord(words: readonly string[], ...wanted: readonly string[]): boolean {
  return words.some((word) => wanted.some((one) => word === one || word.startsWith(`${one}=`)));
}

/** Whether one of the options is present, also abbreviated: `-xI` has `-I`, and `--to-c` may be `--to-command`. */
export function namesOption(words: readonly string[], options: string): boolean {
  const listed = options.split(/\s+/);
  const letters = listed.filter((option) => /^-[^-]$/.test(option)).map((option) => option.slice(1));
  for (const word of words) {
    if (word === "--") return false;
    if (word.startsWith("--")) {
      const [name = ""] = word.split("=", 1);
      if (listed.some((option) => option.startsWith(name))) return true;
    } else if (word.startsWith("-") && letters.some((letter) => word.includes(letter, 1))) return true;
  }
  return false;
}

/** Options before the sub-command that take a value, by program. */
const VALUED_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  git: ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env", "--super-prefix"],
  npm: ["--prefix", "-C", "--workspace", "-w", "--userconfig", "--registry", "--cache"],
  pnpm: ["--dir", "-C", "--filter", "-F"],
  yarn: ["--cwd"],
  docker: ["-H", "--host", "--config", "-c", "--context", "-l", "--log-level"],
  podman: ["--url", "--root", "--connection", "-c"],
  kubectl: ["-n", "--namespace", "--context", "--cluster", "--kubeconfig", "-s", "--server", "--user", "--token"],
  cargo: ["--config", "-Z", "-C", "--color"],
  gh: ["-R", "--repo"],
  terraform: [],
  systemctl: ["-H", "--host", "-M", "--machine"],
};

/** The words without the options before the sub-command: `git -C x push` is `git push`. */
export function dropLeadingOptions(program: string, words: readonly string[]): readonly string[] {
  // A program may be called `constructor`, which every object has.
  const valued = (Object.hasOwn(VALUED_OPTIONS, program) ? VALUED_OPTIONS[program] : undefined) ?? [];
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    // `cargo +nightly build` chooses a tool chain.
    if (!word.startsWith("-") && !(program === "cargo" && word.startsWith("+"))) break;
    at += valued.includes(word) ? 2 : 1;
  }
  return at === 0 ? words : words.slice(at);
}
