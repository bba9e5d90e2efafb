// How much the server has to do; every figure leads to what is behind it.
import type { Operations } from "@parley/contract";
import { Link } from "wouter";
import { formatDuration } from "../words.ts";
import "./ServerFigures.css";

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly href?: string;
  readonly isHot?: boolean;
}

export function ServerFigures({ server }: { readonly server: Operations["server/get"]["reply"] }) {
  return (
    <dl className="server-figures" aria-label="Figures">
      {figuresOf(server).map(({ name, value, href, isHot = false }) => (
        <div key={name} className="server-figure">
          <dt>{name}</dt>
          <dd data-hot={isHot}>{href === undefined ? value : <Link href={href}>{value}</Link>}</dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf(server: Operations["server/get"]["reply"]): readonly Figure[] {
  const { started_at: startedAt, is_draining: isDraining, turns, questions, clients } = server;
  const uptime =
    startedAt === undefined ? [] : [{ name: "uptime", value: formatDuration(Date.now() - Date.parse(startedAt)) }];
  return [
    { name: "state", value: isDraining ? "shutting down" : "running", isHot: isDraining },
    ...uptime,
    { name: "turns running", value: String(turns), href: "/activity" },
    { name: "open questions", value: String(questions), href: "/inbox", isHot: questions > 0 },
    { name: "clients", value: String(clients) },
  ];
}
