// Read-only sub-commands of git with all options that are known to be harmless, as in harmless-programs.ts.

const REVISIONS = `-# -n: --all --author= --committer= --grep= --since= --after= --until= --before= --max-count= --skip= --branches? --tags?
  --remotes? --glob= --exclude= --no-merges --merges --first-parent --reverse --topo-order --date-order --author-date-order
  --left-right --left-only --right-only --cherry --cherry-pick --cherry-mark --boundary --ancestry-path? --full-history
  --simplify-by-decoration --dense --sparse --no-walk? --walk-reflogs --invert-grep --all-match --regexp-ignore-case
  --extended-regexp --fixed-strings --perl-regexp --basic-regexp --parents --children --not --min-parents= --max-parents=`;

const DIFFS = `-# -abDpRsuwWz -B? -C? -M? -G: -S: -U: -l: --abbrev? --binary --break-rewrites? --cached --check --color? --color-moved?
  --color-moved-ws= --color-words? --compact-summary --cumulative --diff-algorithm= --diff-filter= --dirstat? --dst-prefix=
  --exit-code --find-copies? --find-copies-harder --find-renames? --full-index --function-context --histogram
  --ignore-all-space --ignore-blank-lines --ignore-cr-at-eol --ignore-matching-lines= --ignore-space-at-eol
  --ignore-space-change --ignore-submodules? --indent-heuristic --inter-hunk-context= --ita-visible-in-index
  --line-prefix= --merge-base --minimal --name-only --name-status --no-color --no-ext-diff --no-indent-heuristic
  --no-patch --no-prefix --no-relative --no-renames --no-textconv --numstat --patch --patch-with-raw --patch-with-stat
  --patience --pickaxe-all --pickaxe-regex --quiet --raw --relative? --shortstat --src-prefix= --staged --stat?
  --submodule? --summary --text --unified= --word-diff? --word-diff-regex= --ws-error-highlight=`;

const LOG = `${REVISIONS} ${DIFFS} -cmqtigEFP -L: --abbrev-commit --cc --clear-decorations --combined-all-paths --date=
  --decorate? --decorate-refs= --decorate-refs-exclude= --encoding= --expand-tabs? --follow --format= --full-diff --graph
  --log-size --mailmap --no-abbrev-commit --no-decorate --no-expand-tabs --no-graph --no-mailmap --no-notes
  --no-show-signature --notes? --oneline --pretty? --relative-date --show-notes? --show-pulls --source --use-mailmap`;

const LISTS = `-il --color? --column? --contains~ --format= --ignore-case --list --merged~ --no-color --no-column --no-contains~
  --no-merged~ --points-at~ --sort=`;

/** Read by `compileOptions`. */
export const GIT_OPTIONS: Readonly<Record<string, string>> = {
  blame: `-bcefklnpstw -C? -L: -M? --abbrev= --color-by-age --color-lines --date= --first-parent --incremental
    --line-porcelain --minimal --porcelain --progress --reverse --root --score-debug --show-email --show-name
    --show-number --show-stats --since=`,
  branch: `-arv --abbrev= --all --no-abbrev --remotes --show-current --verbose ${LISTS}`,
  "cat-file": "-epst --allow-unknown-type --batch? --batch-all-objects --batch-check? --buffer --unordered",
  describe: `--abbrev= --all --always --broken --candidates= --contains --debug --dirty? --exact-match --exclude=
    --first-parent --long --match= --tags`,
  diff: `-q ${DIFFS}`,
  log: LOG,
  "ls-files": `-cdfikmostuvz -x: --abbrev? --cached --debug --deduplicate --deleted --directory --eol --error-unmatch
    --exclude= --exclude-standard --full-name --ignored --killed --modified --no-empty-directory --others --sparse
    --stage --unmerged`,
  "ls-tree": "-dlrtz --abbrev? --format= --full-name --full-tree --long --name-only --name-status --object-only",
  "merge-base": "-a --all --fork-point --independent --is-ancestor --octopus",
  "rev-list": `${REVISIONS} --abbrev-commit --abbrev= --count --date= --format= --objects --oneline --pretty? --quiet
    --timestamp --header --disk-usage?`,
  "rev-parse": `-q --abbrev-ref? --absolute-git-dir --all --branches? --default= --flags --git-common-dir --git-dir
    --is-bare-repository --is-inside-git-dir --is-inside-work-tree --is-shallow-repository --no-flags --no-revs
    --path-format= --quiet --remotes? --revs-only --short? --show-cdup --show-object-format? --show-prefix
    --show-superproject-working-tree --show-toplevel --symbolic --symbolic-full-name --tags? --verify`,
  shortlog: `${REVISIONS} -cehns -w? --committer --email --format= --group= --numbered --summary`,
  show: LOG,
  "show-ref": "-dqs --abbrev? --dereference --hash? --head --heads --quiet --tags --verify --branches",
  status: `-bsvz --ahead-behind --branch --column? --find-renames? --ignore-submodules? --ignored? --long --no-ahead-behind
    --no-column --no-renames --null --porcelain? --renames --short --show-stash --untracked-files? -u? --verbose`,
  tag: `-n? ${LISTS}`,
};

/** Without `--list`, an operand is a branch or a tag to create. */
export const NEEDS_LIST: ReadonlySet<string> = new Set(["branch", "tag"]);
