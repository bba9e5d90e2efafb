// Programs that start no other program, either never or not with these words.
import { namesOption } from "./options.ts";
import { compileOptions, readOptions } from "./option-list.ts";
import { isQuietGit } from "./quiet-git.ts";
import { isPlainSedScript } from "./sed-script.ts";

/** Gets the words without the options before a sub-command, and all words. */
type IsQuiet = (rest: readonly string[], all: readonly string[]) => boolean;

/** No option or argument makes these run anything. */
export const NEVER_RUN: ReadonlySet<string> = new Set(
  `: [ b2sum base32 base64 basename bc break bzip2 bunzip2 cal cat cd chgrp chmod chown cksum clear cmp colrm column comm continue cp
  cut date dd declare df diff dig dir dirname dirs disown du echo egrep exit expand export expr factor false fgrep file fmt fold
  free getconf getopts grep groups gunzip gzip head hexdump host hostname iconv id jobs join jq kill killall link ln local locale
  logname look ls lscpu lsof md5sum mkdir mkfifo mktemp mv netstat nl nproc nslookup numfmt od paste pathchk pgrep ping pkill
  popd pr printenv printf ps pushd pwd read readarray readlink readonly realpath return rev rm rmdir seq set sha1sum sha224sum
  sha256sum sha384sum sha512sum shasum shift shred shuf sleep ss stat strings stty sum sync tac tail tee test times touch tput tr
  traceroute tree true truncate tsort tty type typeset ulimit umask uname unexpand uniq unlink unset unxz unzip uptime users vdir
  wait wc which who whoami xxd xz xzcat yes zcat zstd`.split(/\s+/),
);

/** Options that name a program, code, or a settings file that may contain either. */
const NAMING_OPTIONS: Readonly<Record<string, string>> = {
  curl: "-K --config --engine",
  install: "-s --strip-program",
  rg: "-z --hostname-bin --pre --search-zip",
  rsync: "-e --rsh --rsync-path",
  scp: "-D -F -J -o -S",
  sftp: "-b -D -F -J -o -S",
  sort: "--compress-program",
  split: "--filter",
  wget: "-e --config --execute --use-askpass",
  zip: "-T --test-command --unzip-command",
};
const TAR_OPTIONS = `-F -I --checkpoint-action --info-script --new-volume-script --rmt-command --rsh-command --to-command
  --use-compress-program`;
const SED_OPTIONS = compileOptions(
  `-bEnrsuz -e: -i? -l: --debug --expression= --follow-symlinks --in-place? --line-length= --null-data --posix --quiet
  --regexp-extended --sandbox --separate --silent --unbuffered --version --help`,
);

const NPM_QUIET: ReadonlySet<string> = new Set(
  "audit bin explain fund help info la list ll ls outdated ping prefix root search show v view whoami why".split(" "),
);
const GH_QUIET: ReadonlySet<string> = new Set(
  "auth gist issue label pr release repo ruleset run search status workflow".split(" "),
);

const isQuietNpm: IsQuiet = ([name = ""]) => NPM_QUIET.has(name);

/** For each program, whether it starts nothing with these words. */
export const QUIET_WORDS: Readonly<Record<string, IsQuiet>> = {
  ...Object.fromEntries(
    Object.entries(NAMING_OPTIONS).map(([name, options]): [string, IsQuiet] => [
      name,
      (_, all) => !namesOption(all, options),
    ]),
  ),
  awk: isQuietAwk,
  // Commands that it runs are examined separately.
  find: (_, all) => !all.some((word) => /^-(?:exec|ok)/.test(word)),
  gawk: isQuietAwk,
  gh: ([name = ""]) => GH_QUIET.has(name),
  git: isQuietGit,
  mawk: isQuietAwk,
  npm: isQuietNpm,
  pnpm: isQuietNpm,
  sed: (_, all) => readSedScripts(all)?.every(isPlainSedScript) === true,
  // The first word may contain options without a dash.
  tar: (_, all) => !namesOption(all, TAR_OPTIONS) && !/^[a-zA-Z]*[IF]/.test(all[0] ?? ""),
  yarn: isQuietNpm,
};

/** Undefined if a script is in a file, or an option is not known. */
export function readSedScripts(words: readonly string[]): readonly string[] | undefined {
  const read = readOptions(words, SED_OPTIONS);
  if (read === undefined) return undefined;
  const given = read.values.filter(([option]) => option === "-e" || option === "--expression");
  return given.length > 0 ? given.map(([, script]) => script) : read.operands.slice(0, 1);
}

/** Awk scripts run programs with `system`, pipes and indirect calls, and open files by name. */
function isQuietAwk(_: readonly string[], all: readonly string[]): boolean {
  return !all.some((word) => /^-(?:[^Fv]|-)|system|getline|[|>@]|ARGV/.test(word));
}
