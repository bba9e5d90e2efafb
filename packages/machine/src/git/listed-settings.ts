// The output of `git config --list --show-scope -z`.

/** The scopes of settings that are in a repository. */
const OWN_SCOPES = new Set(["local", "worktree"]);

export interface ListedSetting {
  /** The setting is in the repository. */
  readonly isOwn: boolean;
  readonly key: string;
  readonly value: string;
}

export function* parseSettings(listed: string): Generator<ListedSetting, void, undefined> {
  const fields = listed.split("\0");
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope = "", setting = ""] = fields.slice(index, index + 2);
    const end = setting.indexOf("\n");
    const isOwn = OWN_SCOPES.has(scope);
    if (end < 0) yield { isOwn, key: setting, value: "true" };
    else yield { isOwn, key: setting.slice(0, end), value: setting.slice(end + 1) };
  }
}
