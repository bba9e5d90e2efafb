// Names of tools with wildcards: `edit`, `mcp__github__*`, `mcp__*__delete_?`.

/**
 * `*` matches any characters, `?` one. One pass from the left that backtracks to one position only, so that no pattern
 * takes long.
 */
export function matchesTool(pattern: string, name: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    if (from < pattern.length && pattern[from] === "*") {
      star = from;
      resume = at;
      from += 1;
    } else if (from < pattern.length && (pattern[from] === "?" || pattern[from] === name[at])) {
      from += 1;
      at += 1;
    } else if (star >= 0) {
      from = star + 1;
      resume += 1;
      at = resume;
    } else return false;
  }
  while (pattern[from] === "*") from += 1;
  return from === pattern.length;
}
