// Starts a session: with which agent, mode and model, in which folder, and whether in a worktree of its own.
import { revealLine } from "@parley/base";
import { Button, Dialog, useView } from "@parley/chat-ui";
import { useId, useMemo, type FormEvent } from "react";
import { useServer } from "../server/page-server.ts";
import { useReply } from "../server/use-reply.ts";
import { toHref } from "../state/routes.ts";
import { useCloseDialog } from "../state/use-close-dialog.ts";
import { StartChoices } from "./StartChoices.tsx";
import { useNewSession } from "./use-new-session.ts";
import { useStartChoices } from "./use-start-choices.ts";
import "./NewSession.css";

export interface NewSessionProps {
  readonly agent: string | undefined;
  readonly folder: string | undefined;
}

export function NewSession({ agent, folder }: NewSessionProps) {
  const close = useCloseDialog();
  const folders = useFolders();
  const { fields, change, problem, doing, create } = useNewSession({ agent, folder: folder ?? folders[0] ?? "" });
  const known = useStartChoices(fields.agent);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void create();
  };
  return (
    <Dialog label="New session" onClose={close}>
      <form className="new-session" onSubmit={onSubmit}>
        <AgentField value={fields.agent} onChange={(value) => change({ agent: value, chosen: {} })} />
        {known !== undefined && (
          <StartChoices
            pickers={known.pickers}
            chosen={fields.chosen}
            onChoose={(id, value) => change({ chosen: { ...fields.chosen, [id]: value } })}
          />
        )}
        <Notice onLeave={close} />
        <FolderField value={fields.folder} folders={folders} onChange={(value) => change({ folder: value })} />
        <label className="new-session-check">
          <input
            type="checkbox"
            checked={fields.isWorktree}
            onChange={({ target }) => change({ isWorktree: target.checked })}
          />
          Work in a new git worktree, on a branch of its own
        </label>
        {problem !== undefined && (
          <p className="new-session-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="new-session-actions">
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" disabled={doing !== undefined}>
            {doing ?? "Create"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Such as that no model is configured: the place to learn it is before the first prompt. */
function Notice({ onLeave }: { readonly onLeave: () => void }) {
  const { value } = useReply("server/get", {});
  if (value?.notice === undefined) return null;
  return (
    <p className="new-session-notice" role="note">
      {revealLine(value.notice)}{" "}
      <a href={toHref("/guide")} onClick={onLeave}>
        Connect a model or an agent
      </a>
    </p>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function AgentField({ value, onChange }: FieldProps) {
  const { agents } = useServer();
  const id = useId();
  const usable = useView(agents, (list) => list.usable);
  const { value: reply } = useReply("entries/choices", {});
  const ofServer = useView(agents, (list) => (reply === undefined ? undefined : list.titleOf(reply.agent)));
  return (
    <>
      <label htmlFor={id}>Agent</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{ofServer === undefined ? "The server's default agent" : `${ofServer} (default)`}</option>
        {usable.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </>
  );
}

function FolderField({ value, onChange, folders }: FieldProps & { readonly folders: readonly string[] }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>Folder</label>
      <input
        id={id}
        list={`${id}list`}
        value={value}
        placeholder="Absolute path; the server's own folder if empty"
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}list`}>
        {folders.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}

/** Of sessions, the latest first. */
function useFolders(): readonly string[] {
  const { sessions } = useServer();
  const all = useView(sessions, (list) => list.sessions);
  return useMemo(() => [...new Set(all.map(({ working_dir: folder }) => folder))], [all]);
}
