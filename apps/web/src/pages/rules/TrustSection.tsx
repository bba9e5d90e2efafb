// The folders whose own settings and rules are used.
import { revealLine } from "@parley/base";
import { Button, DataTable, EmptyState, Problem, Section } from "@parley/chat-ui";
import { useState, type FormEvent } from "react";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { formatTime } from "./words.ts";
import "./AddRule.css";

const ABOUT = "Parley uses .parley/config.json and .parley/rules.json in these folders only.";

export function TrustSection() {
  const { remote } = useServer();
  const reply = useReply("trust/list", {});
  const [path, setPath] = useState("");
  const { run, isRunning, error } = useAction();
  const change = (operation: "trust/add" | "trust/revoke", folder: string) =>
    run(async () => {
      await remote.request(operation, { path: folder });
      setPath("");
      reply.reload();
    });
  const add = (event: FormEvent) => {
    event.preventDefault();
    change("trust/add", path.trim());
  };
  return (
    <Section title="Trusted folders" count={reply.value?.folders.length} about={ABOUT}>
      <form className="add-rule" aria-label="Trust a folder" onSubmit={add}>
        <input
          aria-label="Folder"
          placeholder="/home/ada/project"
          value={path}
          onChange={({ target }) => setPath(target.value)}
        />
        <Button type="submit" disabled={isRunning || path.trim() === ""}>
          Trust folder
        </Button>
      </form>
      {error !== undefined && <Problem title="Could not change the trusted folders" message={error} />}
      <LoadedContent reply={reply} what="trusted folders">
        {({ folders }) =>
          folders.length === 0 ? (
            <EmptyState title="No folder is trusted">
              <p>A folder's own settings can allow actions, so Parley uses them only in folders that you trust.</p>
            </EmptyState>
          ) : (
            <DataTable
              label="Trusted folders"
              rows={folders}
              keyOf={(folder) => folder.path}
              columns={[
                { title: "Folder", cell: (folder) => <code>{revealLine(folder.path)}</code> },
                { title: "Since", cell: (folder) => formatTime(folder.trusted_at) },
                {
                  title: "Actions",
                  cell: (folder) => (
                    <Button
                      look="quiet"
                      disabled={isRunning}
                      aria-label={`Stop trusting ${revealLine(folder.path)}`}
                      onClick={() => change("trust/revoke", folder.path)}
                    >
                      Stop trusting
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </LoadedContent>
    </Section>
  );
}
