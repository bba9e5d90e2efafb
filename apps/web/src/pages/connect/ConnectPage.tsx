// How every kind of client connects to this server, and what it has to do right now.
import { CopyLine, Page, Section } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { ConnectionCard } from "./ConnectionCard.tsx";
import { connectionsOf, TOKEN_LINE } from "./connections.ts";
import { ServerFigures } from "./ServerFigures.tsx";
import { ServerNodes } from "./ServerNodes.tsx";
import "./ConnectPage.css";

type ServerReply = Operations["server/get"]["reply"];

const EVERY_MS = 5_000;
const ABOUT = "Start a session in one place, follow it in another, and answer its questions wherever you are.";

export function ConnectPage() {
  const reply = useReply("server/get", {}, { everyMs: EVERY_MS });
  return (
    <Page title="Connect" about={ABOUT}>
      <LoadedContent reply={reply} what="the server's address">
        {(server) => <Connected server={server} />}
      </LoadedContent>
    </Page>
  );
}

function Connected({ server }: { readonly server: ServerReply }) {
  return (
    <>
      {server.notice !== undefined && (
        <p className="connect-notice" role="note">
          {server.notice}
        </p>
      )}
      <CopyLine label="Address" text={server.url} />
      <ServerFigures server={server} />
      <ServerNodes />
      <Section
        title="Clients"
        about="Every request needs the server's token. This command reads it in a shell on the server's machine; elsewhere, use a key with fewer rights."
      >
        <CopyLine {...TOKEN_LINE} />
        <div className="connect-cards">
          {connectionsOf(server).map((connection) => (
            <ConnectionCard key={connection.title} connection={connection} />
          ))}
        </div>
      </Section>
      <Section title="This server">
        <ul className="connect-links">
          {server.dialects.includes("native") && (
            <li>
              <a href="/docs">API documentation</a>, <a href="/openapi.json">OpenAPI description</a>
            </li>
          )}
          <li>
            <a href="/health">Health</a>, <a href="/metrics">metrics</a>
          </li>
          <li>
            Version {server.version}, protocol {server.protocol}, process {server.pid}
          </li>
        </ul>
      </Section>
    </>
  );
}
