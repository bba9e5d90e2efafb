// What is behind one agent: its own sessions, how to sign in, its log, and its latest messages.
import { revealLine } from "@parley/base";
import { Button } from "@parley/chat-ui";
import { useState } from "react";
import { ProgramLog } from "./ProgramLog.tsx";
import { ProgramSessions } from "./ProgramSessions.tsx";
import { ProgramTraffic } from "./ProgramTraffic.tsx";
import type { Program } from "./programs.ts";
import { SignIn } from "./SignIn.tsx";
import "./ProgramDetails.css";

export interface ProgramDetailsProps {
  readonly program: Program;
  readonly onChange: () => void;
}

const PARTS = ["Sessions", "Sign-in", "Log", "Traffic"] as const;
type Part = (typeof PARTS)[number];

export function ProgramDetails({ program, onChange }: ProgramDetailsProps) {
  // The sessions of Parley's own agent are those of the server.
  const parts = PARTS.filter((title) => title !== "Sessions" || program.origin !== "own");
  const [first = "Log"] = parts;
  const [part, setPart] = useState<Part>(program.sign_in === "needed" ? "Sign-in" : first);
  const { name } = program;
  return (
    <div className="program-details">
      <div className="program-details-parts" role="group" aria-label={`Parts of ${revealLine(program.title)}`}>
        {parts.map((title) => (
          <Button
            key={title}
            look={title === part ? "plain" : "quiet"}
            aria-pressed={title === part}
            onClick={() => setPart(title)}
          >
            {title}
          </Button>
        ))}
      </div>
      {part === "Sessions" && <ProgramSessions name={name} />}
      {part === "Sign-in" && <SignIn program={program} onChange={onChange} />}
      {part === "Log" && <ProgramLog name={name} />}
      {part === "Traffic" && <ProgramTraffic name={name} />}
    </div>
  );
}
