// The settings that the server was started with: their values, where they come from, and how to change them.
import { revealLine } from "@parley/base";
import { CopyLine, DataTable, EmptyState, type Column } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import "./ServerSettings.css";

type SettingsReply = Operations["server/settings"]["reply"];
type Setting = SettingsReply["settings"][number];

export interface ServerSettingsProps {
  readonly reply: SettingsReply;
  /** How Parley is invoked on the server's machine. */
  readonly command: string;
}

const ORIGINS: Readonly<Record<Setting["origin"], string>> = {
  default: "default",
  given: "flag or variable",
  workspace: "the folder's config.json",
  user: "config.json",
};

const COLUMNS: readonly Column<Setting>[] = [
  {
    title: "Setting",
    cell: ({ name, summary }) => (
      <>
        <code>{revealLine(name)}</code>
        <p className="server-settings-summary">{revealLine(summary)}</p>
      </>
    ),
  },
  { title: "Value", cell: (setting) => <Value setting={setting} /> },
  { title: "From", cell: ({ origin }) => ORIGINS[origin] },
  { title: "Variable", cell: ({ variable }) => <code>{revealLine(variable)}</code> },
];

export function ServerSettings({ reply: { settings, file }, command }: ServerSettingsProps) {
  if (settings.length === 0) {
    return <EmptyState title="This server is embedded in another program, which configures it" />;
  }
  return (
    <>
      <p className="settings-quiet">
        To change a setting, edit this file or set the variable, then restart the server. For safety, settings cannot be
        changed from a browser: they decide what agents may do without asking.
      </p>
      {file !== undefined && <CopyLine label="File" text={revealLine(file)} />}
      <CopyLine label="Restart" text={`${command} server restart`} />
      <DataTable label="Settings of the server" columns={COLUMNS} rows={settings} keyOf={({ name }) => name} />
    </>
  );
}

function Value({ setting: { value, choices } }: { readonly setting: Setting }) {
  const shown = value === undefined ? "none" : typeof value === "boolean" ? (value ? "on" : "off") : String(value);
  return (
    <>
      <strong className="server-settings-value">{revealLine(shown)}</strong>
      {choices !== undefined && (
        <p className="server-settings-summary">one of {choices.map((choice) => revealLine(choice)).join(", ")}</p>
      )}
    </>
  );
}
