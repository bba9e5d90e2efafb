// The latest messages with an agent's processes, over all sessions; secrets are masked by the server.
import { Button } from "@parley/chat-ui";
import { AGENT_MESSAGES_MAX } from "../../limits.ts";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { readTraffic, type TrafficRow } from "./traffic.ts";
import "./ProgramTraffic.css";

export function ProgramTraffic({ name }: { readonly name: string }) {
  const reply = useReply("agents/traffic", { name, limit: AGENT_MESSAGES_MAX });
  return (
    <LoadedContent reply={reply} what="the messages">
      {({ lines }) => {
        const rows = readTraffic(lines).toReversed();
        return (
          <>
            <p className="program-details-quiet">
              {rows.length === 0
                ? "No messages yet. They appear once the agent has started."
                : `The latest ${rows.length} messages, newest first. Secrets are masked.`}{" "}
              <Button look="quiet" onClick={reply.reload}>
                Refresh
              </Button>
            </p>
            {rows.map((row, index) => (
              <Message key={rows.length - index} row={row} />
            ))}
          </>
        );
      }}
    </LoadedContent>
  );
}

function Message({ row: { at, from, label, isError, text } }: { readonly row: TrafficRow }) {
  return (
    <details className="program-traffic-row" data-error={isError}>
      <summary>
        <time>{new Date(at).toLocaleTimeString()}</time> <span>{from === "client" ? "to agent" : "from agent"}</span>{" "}
        <code>{label}</code>
      </summary>
      <pre className="program-details-text" tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}
