// A built-in or remote agent: what it does, how it has done, and whether it can be chosen.
import { revealLine } from "@parley/base";
import { Badge, Button } from "@parley/chat-ui";
import type { NativeAgent } from "@parley/contract";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { describeStatistics } from "./programs.ts";
import "./EntryRow.css";

export interface EntryRowProps {
  readonly entry: NativeAgent;
  readonly onChange: () => void;
}

export function EntryRow({ entry, onChange }: EntryRowProps) {
  const { remote } = useServer();
  const { isRunning, error, run } = useAction();
  const { name, kind, is_enabled: isEnabled, is_available: isAvailable, unavailable_because: why } = entry;
  const title = revealLine(entry.title);
  const toggle = (): void =>
    run(() => remote.request(isEnabled ? "entries/disable" : "entries/enable", { name }).then(onChange));
  return (
    <li className="entry-row">
      <div className="entry-row-text">
        <strong>{title}</strong> <code>{revealLine(name)}</code> {!isEnabled && <Badge>disabled</Badge>}{" "}
        {!isAvailable && <Badge tone="bad">unavailable</Badge>}
        <p>{revealLine(why ?? entry.description)}</p>
        <p className="entry-row-figures">{describeStatistics(entry.statistics)}</p>
        {error !== undefined && <p role="alert">{error}</p>}
      </div>
      <Button disabled={isRunning} aria-label={`${isEnabled ? "Disable" : "Enable"} ${title}`} onClick={toggle}>
        {isEnabled ? "Disable" : "Enable"}
      </Button>
      {kind === "a2a" && (
        <Button
          disabled={isRunning}
          aria-label={`Remove ${title}`}
          onClick={() => run(() => remote.request("remotes/remove", { name }).then(onChange))}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
