// Buttons and other small things that all pages share.
import {
  Badge,
  Button,
  Card,
  CopyLine,
  DataTable,
  EmptyState,
  Loading,
  Menu,
  Problem,
  Section,
  StateDot,
  STATUS_WORDS,
} from "../../src/index.ts";
import type { GalleryGroup } from "../gallery-state.ts";

const TONES = ["plain", "good", "busy", "need", "bad", "new"] as const;
const STATUSES = ["needs_you", "running", "failed", "unread", "idle"] as const;

export const parts: GalleryGroup = {
  id: "parts",
  title: "Parts",
  states: [
    {
      id: "buttons",
      title: "Buttons",
      open: ({ log }) => (
        <div className="gallery-row">
          <Button onClick={() => log("plain")}>Plain</Button>
          <Button look="primary" shortcut="Y" onClick={() => log("primary")}>
            Primary
          </Button>
          <Button look="quiet" onClick={() => log("quiet")}>
            Quiet
          </Button>
          <Button look="danger" onClick={() => log("danger")}>
            Danger
          </Button>
          <Button disabled>Disabled</Button>
        </div>
      ),
    },
    {
      id: "badges",
      title: "Badges and states",
      open: () => (
        <div className="gallery-row">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          {STATUSES.map((status) => (
            <span key={status}>
              <StateDot status={status} /> {STATUS_WORDS[status]}
            </span>
          ))}
        </div>
      ),
    },
    {
      id: "lists",
      title: "A section with a table, a card and a line to copy",
      open: ({ log }) => (
        <div className="gallery-column">
          <Section title="Turns" count={2} about="The latest first." actions={<Button>Show all</Button>}>
            <DataTable
              label="Turns"
              columns={[
                { title: "Agent", cell: ({ agent }) => agent },
                { title: "Tokens", isFigure: true, cell: ({ tokens }) => tokens },
              ]}
              rows={[
                { agent: "Goose", tokens: "38 k" },
                { agent: "Codex", tokens: "4" },
              ]}
              keyOf={({ agent }) => agent}
            />
          </Section>
          <Card label="Terminal">
            <CopyLine label="Chat" text="parley chat --agent goose" />
          </Card>
          <Menu label="Session actions" icon="…" entries={[{ id: "fork", title: "Fork", run: () => log("fork") }]} />
        </div>
      ),
    },
    {
      id: "waiting",
      title: "Empty, loading and failed",
      open: ({ log }) => (
        <div className="gallery-column">
          <EmptyState title="No recipes yet">
            <p>Make one from a session that went well.</p>
          </EmptyState>
          <Loading label="Loading agents" slow="The registry is being downloaded" />
          <Problem
            title="Could not load the agents"
            message="The server answered 503 Service Unavailable"
            onRetry={() => log("retry")}
          />
        </div>
      ),
    },
  ],
};
