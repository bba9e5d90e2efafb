// A form that adds an agent: a program of this machine that speaks ACP, or a remote agent by its address.
import { Button } from "@parley/chat-ui";
import { useState, type FormEvent } from "react";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { splitArguments } from "./command-line.ts";
import { TextField } from "../TextField.tsx";
import "./AddAgent.css";

export interface AddAgentProps {
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

export function AddAgent({ onAdded, onClose }: AddAgentProps) {
  const [kind, setKind] = useState<"program" | "remote">("program");
  return (
    <div className="add-agent" role="group" aria-label="Add an agent">
      <div className="add-agent-kinds" role="group" aria-label="Kind of agent">
        <Button
          look={kind === "program" ? "plain" : "quiet"}
          aria-pressed={kind === "program"}
          onClick={() => setKind("program")}
        >
          Program on this machine
        </Button>
        <Button
          look={kind === "remote" ? "plain" : "quiet"}
          aria-pressed={kind === "remote"}
          onClick={() => setKind("remote")}
        >
          Remote agent (A2A)
        </Button>
      </div>
      {kind === "program" ? (
        <AddProgram onAdded={onAdded} onClose={onClose} />
      ) : (
        <AddRemote onAdded={onAdded} onClose={onClose} />
      )}
    </div>
  );
}

function AddProgram({ onAdded, onClose }: AddAgentProps) {
  const { remote } = useServer();
  const { isRunning, error, run } = useAction();
  const [name, setName] = useState("");
  const [command, setCommand] = useState("");
  const [args, setArgs] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(() => remote.request("agents/add", { name, command, args: splitArguments(args) }).then(onAdded));
  };
  return (
    <form className="add-agent-form" onSubmit={submit}>
      <TextField label="Name" value={name} onChange={setName} isRequired placeholder="mine" />
      <TextField
        label="Command"
        value={command}
        onChange={setCommand}
        isRequired
        placeholder="/usr/local/bin/my-agent"
      />
      <TextField label="Arguments" value={args} onChange={setArgs} placeholder="--acp" />
      <Buttons isRunning={isRunning} error={error} onClose={onClose} />
    </form>
  );
}

function AddRemote({ onAdded, onClose }: AddAgentProps) {
  const { remote } = useServer();
  const { isRunning, error, run } = useAction();
  const [url, setUrl] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(() => remote.request("remotes/add", { url }).then(onAdded));
  };
  return (
    <form className="add-agent-form" onSubmit={submit}>
      <TextField label="Address" value={url} onChange={setUrl} isRequired placeholder="https://agents.example.com" />
      <Buttons isRunning={isRunning} error={error} onClose={onClose} />
    </form>
  );
}

interface ButtonsProps {
  readonly isRunning: boolean;
  readonly error: string | undefined;
  readonly onClose: () => void;
}

function Buttons({ isRunning, error, onClose }: ButtonsProps) {
  return (
    <div className="add-agent-buttons">
      <Button type="submit" look="primary" disabled={isRunning}>
        Add
      </Button>
      <Button onClick={onClose}>Cancel</Button>
      {error !== undefined && <p role="alert">{error}</p>}
    </div>
  );
}
