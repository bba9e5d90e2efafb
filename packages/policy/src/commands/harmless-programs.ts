// Read-only programs, each with all options that are known to be harmless. An option that is missing here
// runs a program, writes a file, shows files that the line does not name, or is too rare to have been examined.

const CHECKSUM = "-bctwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn";

const GREP = `-# -abcEFGhHiIlLnoPqsTUuvVwxyZz -A: -B: -C: -e: -f: -m: --after-context= --basic-regexp --before-context= --binary
  --binary-files= --byte-offset --color? --colour? --context= --count --exclude= --exclude-dir= --extended-regexp --file=
  --files-with-matches --files-without-match --fixed-strings --ignore-case --include= --initial-tab --invert-match --label=
  --line-buffered --line-number --line-regexp --max-count= --no-filename --no-ignore-case --no-messages --null --null-data
  --only-matching --perl-regexp --quiet --regexp= --silent --text --with-filename --word-regexp`;

const WHICH_WAY = "-LP --logical --physical";

/** Read by `compileOptions`. */
export const HARMLESS_OPTIONS: Readonly<Record<string, string>> = {
  basename: "-az -s: --multiple --suffix= --zero",
  cat: `-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting`,
  cmp: "-bls -i: -n: --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent",
  comm: "-123iz --check-order --nocheck-order --output-delimiter= --total --zero-terminated",
  // Further words would be a program to run.
  command: "-vV",
  cut: `-nsz -b: -c: -d: -f: --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter=
    --zero-terminated`,
  date: "-uR -I? -d: -r: --date= --iso-8601? --reference= --rfc-3339= --rfc-email --universal --utc",
  df: `-ahHiklmPTv -B: -t: -x: --all --block-size= --human-readable --si --inodes --local --portability --print-type --type=
    --exclude-type= --total --output?`,
  diff: `-# -abBcdeEhHinpqstTuwyZ -C: -F: -I: -U: -W: --brief --color? --context? --ed --expand-tabs --ignore-all-space
    --ignore-blank-lines --ignore-case --ignore-matching-lines= --ignore-space-change --ignore-tab-expansion
    --ignore-trailing-space --initial-tab --label= --left-column --minimal --normal --palette= --rcs
    --report-identical-files --show-c-function --show-function-line= --side-by-side --speed-large-files
    --strip-trailing-cr --suppress-common-lines --tabsize= --text --unified? --width=`,
  dirname: "-z --zero",
  du: `-abchHklLmsSx0DP -B: -d: -t: --all --apparent-size --block-size= --bytes --count-links --dereference --exclude=
    --human-readable --inodes --max-depth= --null --one-file-system --separate-dirs --si --summarize --threshold= --time?
    --time-style= --total`,
  egrep: GREP,
  fgrep: GREP,
  file: `-bEhiIkLNnrv0 -e: -F: --apple --brief --dereference --exclude= --extension --keep-going --mime --mime-encoding
    --mime-type --no-dereference --no-pad --print0 --raw --separator=`,
  grep: GREP,
  head: "-# -qvz -c: -n: --bytes= --lines= --quiet --silent --verbose --zero-terminated",
  id: "-aGgnruzZ --group --groups --name --real --user --zero",
  ls: `-1aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ -I: -T: -w: --all --almost-all --author --block-size= --classify? --color?
    --context --dereference --dereference-command-line --dereference-command-line-symlink-to-dir --directory --dired
    --escape --file-type --format= --full-time --group-directories-first --hide= --hide-control-chars --human-readable
    --hyperlink? --ignore= --ignore-backups --indicator-style= --inode --kibibytes --literal --no-group
    --numeric-uid-gid --quote-name --quoting-style= --recursive --reverse --show-control-chars --si --size --sort=
    --tabsize= --time= --time-style= --width= --zero`,
  md5sum: CHECKSUM,
  nl: `-p -b: -d: -f: -h: -i: -l: -n: -s: -v: -w: --body-numbering= --footer-numbering= --header-numbering=
    --join-blank-lines= --line-increment= --no-renumber --number-format= --number-separator= --number-width=
    --section-delimiter= --starting-line-number=`,
  od: `-abcdfilosvx -A: -j: -N: -S: -t: -w? --address-radix= --endian= --format= --output-duplicates --read-bytes=
    --skip-bytes= --strings? --traditional --width?`,
  pwd: WHICH_WAY,
  readlink:
    "-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --zero",
  realpath: `-eLmPqsz --canonicalize-existing --canonicalize-missing --logical --no-symlinks --physical --quiet
    --relative-base= --relative-to= --strip --zero`,
  rev: "-0",
  rg: `-# -0abcFHiIlnNopPqsSUvVwx -A: -B: -C: -e: -E: -f: -g: -j: -m: -M: -r: -t: -T: -d: --after-context= --before-context=
    --block-buffered --byte-offset --case-sensitive --color= --colors= --column --context= --context-separator= --count
    --count-matches --crlf --debug --encoding= --field-context-separator= --field-match-separator= --file= --files
    --files-with-matches --files-without-match --fixed-strings --glob= --glob-case-insensitive --heading --iglob=
    --ignore-case --include-zero --invert-match --json --line-buffered --line-number --line-regexp --max-columns=
    --max-columns-preview --max-count= --max-depth= --max-filesize= --mmap --multiline --multiline-dotall --no-column
    --no-config --no-filename --no-heading --no-line-number --no-messages --null --null-data --one-file-system
    --only-matching --passthru --path-separator= --pcre2 --pretty --quiet --regexp= --replace= --smart-case --sort=
    --sort-files --sortr= --stats --text --threads= --trim --type= --type-list --type-not= --vimgrep --with-filename
    --word-regexp`,
  // Without -i, sed does not change files.
  sed: `-bEnrsuz -e: -l: --debug --expression= --line-length= --null-data --posix --quiet --regexp-extended --sandbox --separate
    --silent --unbuffered`,
  seq: "-# -w -f: -s: --equal-width --format= --separator=",
  sha1sum: CHECKSUM,
  sha256sum: CHECKSUM,
  sleep: "",
  sort: `-bcCdfghimMnRrsuVz -k: -S: -t: --batch-size= --buffer-size= --check? --debug --dictionary-order --field-separator=
    --general-numeric-sort --human-numeric-sort --ignore-case --ignore-leading-blanks --ignore-nonprinting --key= --merge
    --month-sort --numeric-sort --parallel= --random-sort --reverse --sort= --stable --unique --version-sort
    --zero-terminated`,
  stat: "-fLtx -c: --cached= --dereference --file-system --format= --printf= --terse",
  tac: "-br -s: --before --regex --separator=",
  tail: "-# -qvz -c: -n: --bytes= --lines= --quiet --silent --verbose --zero-terminated",
  tr: "-cCdst --complement --delete --squeeze-repeats --truncate-set1",
  tree: `-aACcDdFfghiJlNnpQqrSstUuvXx -I: -L: -P: --charset= --device --dirsfirst --du --filelimit= --filesfirst --gitignore
    --ignore-case --inodes --matchdirs --metafirst --noreport --prune --si --sort=`,
  type: "-afpPt",
  uname: `-aimnoprsv --all --hardware-platform --kernel-name --kernel-release --kernel-version --machine --nodename
    --operating-system --processor`,
  uniq: `-# -cdDiuz -f: -s: -w: --all-repeated? --check-chars= --count --group? --ignore-case --repeated --skip-chars=
    --skip-fields= --unique --zero-terminated`,
  wc: "-cmlLw --bytes --chars --lines --max-line-length --total= --words",
  which: "-as --all",
  whoami: "",
};

/** The words of these programs are only data. */
export const HARMLESS_WORDS: ReadonlySet<string> = new Set([":", "[", "echo", "expr", "false", "test", "true"]);

/** Expressions of `find` that only test names and attributes. The others run, delete or write. */
export const FIND_TESTS = `( ) ! , -a -and -o -or -not -true -false -d -daystart -depth -empty -executable -follow -H -L -P -ls -mount
  -nogroup -noignore_readdir_race -noleaf -nouser -nowarn -O0 -O1 -O2 -O3 -print -print0 -prune -quit -readable -warn
  -writable -xdev`;
/** The same for expressions with an argument. */
export const FIND_TESTS_WITH_WORD = `-amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex
  -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -newermt -newerat -newerct -path -perm -printf
  -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype`;
