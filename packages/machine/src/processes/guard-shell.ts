// The guard as a shell script: 1 MB while it waits, and only grep, awk and sleep when it acts.
import { CHASE_ROUNDS, GUARD_GRACE_MS, GUARD_LOOK_MS, GUARD_LOOKS_MAX, GUARD_RETRIES_MAX } from "../limits.ts";
import { GUARD_VARIABLE, lockMark } from "./mark.ts";

const GRACE_LOOKS = Math.ceil(GUARD_GRACE_MS / GUARD_LOOK_MS);

/*
 * It finds processes that carry a mark, processes it was given by pid, and everything connected to those by parent, group or
 * session. A process that was found stays on the list, because ending a parent breaks that connection. Groups are signalled
 * as a whole, at the end once more without a lookup, because a signal to a group also reaches processes that fork and exit in
 * the meantime. What forks and exits outside such a group is chased. It is done after two lookups in a row that found nothing.
 *
 * It evaluates itself from its environment so that it can restart itself: when the machine is out of processes, dash exits at
 * the first command that is not a builtin, and only `exec` and `kill` are left to make room.
 */

/**
 * The processes to spare are read last, so that a guard's own short-lived helpers are among them if they are seen at all.
 * Our id comes from the variable that names it: the script is in the guard's environment, and must not contain the mark. With
 * /proc, the guard's own entry shows that a lookup was complete.
 */
const FIND = String.raw`
processes() {
  echo =limited
  grep -ls '^Max file locks  *${lockMark}' [0-9]*/limits
  echo =marked
  grep -lsF "$${GUARD_VARIABLE}." [0-9]*/environ
  echo =spared
  grep -lsF '${GUARD_VARIABLE}=' [0-9]*/environ
  echo =all
  grep -sE '^(State|PPid|NSpgid|NSsid):' [0-9]*/status
}
if [ -r /proc/self/environ ]; then cd /proc; else
  processes() {
    echo =marked
    ps -A -E -ww -o pid=,command= | awk 'index($0, ENVIRON["${GUARD_VARIABLE}"] ".") { print $1 }'
    echo =spared
    echo $$
    echo =all
    ps -A -o pid=,ppid=,pgid=,stat= | awk '{
      print $1 "/status:State:" substr($4, 1, 1) "\n" $1 "/status:PPid:" $2 "\n" $1 "/status:NSpgid:" $3
    }'
  }
  remember() { :; }
  chase() { :; }
fi
# The processes, then "!" and what to signal so that each is reached once, then "@" and the processes to spare.
find_all() {
  processes | awk -F '[/: \t]+' -v self=$$ -v known="$known" '
    /^=/ { part = $0; next }
    part == "=limited" || part == "=marked" { if ($1 > 1) found[$1] = part; next }
    part == "=spared" { if (found[$1] != "=marked") { spared[$1] = 1; delete found[$1] }; next }
    $3 == "State" && $4 != "Z" && $4 != "X" { alive[$1] = 1 }
    $3 == "PPid" { parent[$1] = $4 }
    $3 == "NSpgid" { group[$1] = $4 }
    $3 == "NSsid" { session[$1] = $4 }
    END {
      count = split(known, told, " ")
      if (!(self in spared) || !(self in alive)) {
        print "!"
        for (i = 1; i <= count; i++) print "-" told[i]
        exit
      }
      for (i = 1; i <= count; i++) found[told[i]] = 1
      do {
        more = 0
        for (pid in alive)
          if (!(pid in found) && !(pid in spared))
            if (parent[pid] in found || group[pid] in found || session[pid] in found) more = found[pid] = 1
      } while (more)
      for (pid in alive)
        if (pid in found && !(pid in spared)) {
          print pid
          targets[group[pid] in found ? "-" group[pid] : pid] = 1
        }
      print "!"
      for (target in targets) print target
      print "@"
      for (pid in spared) print pid
    }'
}`;

/**
 * A process that forks and exits sooner than a lookup takes is never where the lookup saw it. Only builtins are fast enough:
 * they look at the processes that were not there before the lookup. A guard of a Parley below us leads a group of its own.
 */
const CHASE = String.raw`
remember() { for pid in [0-9]*; do eval "seen_$pid=$look"; done; }
chase() {
  round=0
  while [ "$((round += 1))" -le ${CHASE_ROUNDS} ]; do
    for pid in [0-9]*; do
      eval "[ \"\$seen_$pid\" = $look ] && continue; seen_$pid=$look"
      is_marked "$pid" && ! is_spared "$pid" && kill -s "$1" "$pid" && empty=0 known="$known $pid"
    done
  done
}
is_marked() {
  while read -r first second third limit rest; do
    case "$first $second $third $limit" in "Max file locks ${lockMark}"*) return 0 ;; esac
  done <"$1/limits"
  return 1
}
is_spared() {
  while read -r name group rest; do
    case "$name$spared " in NSpgid:*" $group "*) return 0 ;; esac
  done <"$1/status"
  return 1
}`;

/**
 * Descriptors that our parent left open in us: the guard outlives us, and would keep a pipe open that another process waits
 * to see closed. dash cannot name descriptors above 9, so bash does, if installed (without its start-up file, which it reads
 * when its input is a socket). Not before the first child has started: nothing should slow down that start.
 */
const CLOSE = String.raw`
close_inherited() {
  exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
  closed=1
  if cd /proc/self/fd && set -- [1-9][0-9]* && [ -e "$1" ] && command -v bash; then
    export closed known
    exec bash --norc -c 'for fd in [1-9][0-9]*; do eval "exec $fd>&-"; done; cd /; exec /bin/sh -c "$0" parley-guard' 'eval "$PARLEY_GUARD_SCRIPT"'
  fi
  cd /
}`;

const SCRIPT = String.raw`
trap '' HUP INT QUIT TERM TSTP TTIN TTOU USR1 USR2 ALRM PIPE
again() {
  failures=$((failures + 1)) look=${GRACE_LOOKS}
  [ "$failures" -gt ${GUARD_RETRIES_MAX} ] && return
  export known look failures
  exec /bin/sh -c 'eval "$PARLEY_GUARD_SCRIPT"' parley-guard
}
trap again EXIT
${CLOSE}

while read -r verb pid limit; do
  case $verb in
  +)
    known="$known $pid"
    [ "$limit" ] && prlimit --pid "$pid" --locks="$limit:"
    [ "$closed" ] || close_inherited
    ;;
  -)
    kept=
    for other in $known; do [ "$other" = "$pid" ] || kept="$kept $other"; done
    known=$kept
    ;;
  esac
done
${CHASE}
${FIND}
empty=0
while look=$((look + 1)) && [ "$look" -le ${GUARD_LOOKS_MAX} ]; do
  if [ "$failures" ]; then for pid in $known; do kill -s KILL -- "-$pid"; done; fi
  remember
  part= targets= spared=
  for item in $(find_all); do
    case $part$item in
    *[@!]) part=$item ;;
    !*) targets="$targets $item" ;;
    @*) spared="$spared $item" ;;
    *) case " $known " in *" $item "*) ;; *) known="$known $item" ;; esac ;;
    esac
  done
  empty=$((empty + 1)) signal=0
  [ "$look" -gt ${GRACE_LOOKS} ] && signal=KILL
  if [ "$targets" ]; then
    empty=0
    if [ "$look" -eq 1 ]; then
      kill -s TERM -- $targets
      kill -s CONT -- $targets
    elif [ "$signal" = KILL ]; then
      kill -s KILL -- $targets
    fi
  fi
  [ "$spared" ] && chase "$signal"
  if [ "$empty" -ge 2 ]; then
    for pid in $known; do kill -s KILL -- "-$pid"; done
    break
  fi
  sleep ${GUARD_LOOK_MS / 1_000} || sleep 1
done
trap - EXIT
`;

export const shellGuard = {
  file: "/bin/sh",
  args: ["-c", 'eval "$PARLEY_GUARD_SCRIPT"', "parley-guard"],
  env: { PARLEY_GUARD_SCRIPT: SCRIPT },
  /** Without these the Node guard is used; `prlimit` is used if it exists. */
  needs: ["grep", "awk", "sleep"],
};
