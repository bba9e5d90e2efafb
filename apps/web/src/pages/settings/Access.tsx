// What this browser may do on the server, and how that is changed.
import { revealLine } from "@parley/base";
import { Badge } from "@parley/chat-ui";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";

const SCOPES = {
  read: "look at sessions",
  drive: "prompt, answer and change sessions",
  admin: "change agents, rules and the server",
} as const;

export function Access() {
  const reply = useReply("server/get", {});
  return (
    <LoadedContent reply={reply} what="what this browser may do">
      {({ access: { name, scopes } }) => (
        <>
          <p className="settings-quiet">
            Signed in with {name === "token" ? "the server's token" : <>the key {revealLine(name)}</>}. It may:
          </p>
          <ul className="settings-scopes">
            {scopes.map((scope) => (
              <li key={scope}>
                <Badge tone="good">{scope}</Badge> {SCOPES[scope]}
              </li>
            ))}
          </ul>
          <p className="settings-quiet">
            The browser stays signed in for a month. To sign every browser out, stop the server and delete the file{" "}
            <code>server-secret</code> in its home folder. Keys with fewer rights are in <code>serverKeys</code> of{" "}
            <code>config.json</code>.
          </p>
        </>
      )}
    </LoadedContent>
  );
}
