// One way to connect, with its commands to copy.
import { Card, CopyLine } from "@parley/chat-ui";
import type { Connection } from "./connections.ts";
import "./ConnectionCard.css";

export function ConnectionCard({ connection }: { readonly connection: Connection }) {
  const { title, about, lines } = connection;
  return (
    <Card label={title}>
      <h3 className="connection-card-title">{title}</h3>
      <p className="connection-card-about">{about}</p>
      {lines.map(({ label, text }) => (
        <CopyLine key={label} label={label} text={text} />
      ))}
    </Card>
  );
}
