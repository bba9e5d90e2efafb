// Install, update, remove and restart; what cannot be undone is confirmed first.
import { revealLine } from "@parley/base";
import { Button } from "@parley/chat-ui";
import { useState } from "react";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { isRemovable, type Program } from "./programs.ts";
import "./ProgramActions.css";

export interface ProgramActionsProps {
  readonly program: Program;
  /** A job of it is under way. */
  readonly isBusy: boolean;
  readonly onChange: () => void;
}

export function ProgramActions({ program, isBusy, onChange }: ProgramActionsProps) {
  const { remote } = useServer();
  const { isRunning, error, run } = useAction();
  const [isRemoving, setRemoving] = useState(false);
  const { name, state, processes } = program;
  const title = revealLine(program.title);
  const isBlocked = isBusy || isRunning;
  const start = (work: () => Promise<unknown>): void => run(() => work().then(onChange));
  if (isRemoving) {
    const remove = (): void => {
      setRemoving(false);
      start(() => remote.request("agents/remove", { name }));
    };
    return (
      <div className="program-actions" role="group" aria-label={`Remove ${title}?`}>
        <span>Remove {title}? Its sessions stay.</span>
        <Button look="danger" onClick={remove} autoFocus>
          Remove {title}
        </Button>
        <Button onClick={() => setRemoving(false)}>Keep</Button>
      </div>
    );
  }
  return (
    <div className="program-actions">
      {state === "available" && (
        <Button
          look="primary"
          disabled={isBlocked}
          aria-label={`Install ${title}`}
          onClick={() => start(() => remote.request("agents/install", { name }))}
        >
          Install
        </Button>
      )}
      {program.installed_version !== undefined && (
        <Button
          disabled={isBlocked}
          aria-label={`Update ${title}`}
          onClick={() => start(() => remote.request("agents/update", { name }))}
        >
          Update
        </Button>
      )}
      {processes.length > 0 && (
        <Button
          disabled={isBlocked}
          aria-label={`Restart ${title}`}
          onClick={() => start(() => remote.request("agents/restart", { name }))}
        >
          Restart
        </Button>
      )}
      {isRemovable(program) && (
        <Button disabled={isBlocked} aria-label={`Remove ${title}…`} onClick={() => setRemoving(true)}>
          Remove…
        </Button>
      )}
      {error !== undefined && (
        <span role="alert" className="program-actions-error">
          {error}
        </span>
      )}
    </div>
  );
}
