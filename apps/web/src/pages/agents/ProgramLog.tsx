// The end of what each process of an agent wrote to stderr, read again every few seconds.
import { reveal, revealLine } from "@parley/base";
import { Badge } from "@parley/chat-ui";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";

const EVERY_MS = 4_000;

export function ProgramLog({ name }: { readonly name: string }) {
  const reply = useReply("agents/log", { name }, { everyMs: EVERY_MS });
  return (
    <LoadedContent reply={reply} what="the log">
      {({ processes }) =>
        processes.length === 0 ? (
          <p className="program-details-quiet">The agent is not running. It starts with the next prompt.</p>
        ) : (
          processes.map(({ pid, state, working_dir: folder, sessions, text }) => (
            <section key={`${pid} ${folder}`} aria-label={`Process ${pid ?? ""}`}>
              <p className="program-details-quiet">
                <Badge tone={state === "running" ? "busy" : state === "error" ? "bad" : "plain"}>{state}</Badge> Process{" "}
                {pid} in <code>{revealLine(folder)}</code>, {sessions} {sessions === 1 ? "session" : "sessions"}
              </p>
              <pre className="program-details-text" tabIndex={0}>
                {text.trim() === "" ? "No output on stderr." : reveal(text)}
              </pre>
            </section>
          ))
        )
      }
    </LoadedContent>
  );
}
