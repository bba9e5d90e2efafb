// A profile that was changed: sessions that are open keep the old one, until the person wants the new one.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import type { AgentProfile } from "../settings/check-profiles.ts";
import { showInformation } from "../notices/notices.ts";

export function registerProfileNotices(window: ParleyWindow): vscode.Disposable {
  const { settings } = window;
  let before = settings.values.profiles;
  return settings.onChange(({ profiles }) => {
    const changed = profiles.filter((profile) => {
      const known = before.find(({ name }) => name === profile.name);
      return known !== undefined && JSON.stringify(known) !== JSON.stringify(profile);
    });
    before = profiles;
    for (const profile of changed) void offerRestart(window, profile);
  });
}

async function offerRestart(window: ParleyWindow, profile: AgentProfile): Promise<void> {
  const { brought, chats } = window;
  const open = brought.sessionsOf(profile.name).filter((id) => chats.hasShown(id));
  if (open.length === 0) return;
  const restart = vscode.l10n.t("Restart with New Settings");
  const message = vscode.l10n.t(
    'The agent "{0}" was changed. Sessions that are open keep the old settings.',
    profile.name,
  );
  if ((await showInformation(message, restart)) !== restart) return;
  const { launchProfile } = await import("./profile-sessions.ts");
  const what = vscode.l10n.t("Could not restart {0}", profile.name);
  for (const id of open) await attempt(window, what, () => launchProfile(window, id, profile));
}
