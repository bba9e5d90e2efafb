// How to sign in to an agent: by the agent itself, in a terminal, or with values such as a key.
import { revealLine } from "@parley/base";
import { Button } from "@parley/chat-ui";
import { useState } from "react";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { JobProgress } from "./JobProgress.tsx";
import type { Program } from "./programs.ts";
import { SignInMethod } from "./SignInMethod.tsx";
import { SignInPages } from "./SignInPages.tsx";

export interface SignInProps {
  readonly program: Program;
  readonly onChange: () => void;
}

/** The agent is started to ask it. */
const TIMEOUT_MS = 90_000;

export function SignIn({ program, onChange }: SignInProps) {
  const { remote } = useServer();
  const { name } = program;
  const reply = useReply("agents/signIns", { name }, { timeoutMs: TIMEOUT_MS });
  const { isRunning, error, run } = useAction();
  const [jobId, setJobId] = useState<string>();
  const signIn = (methodId: string, values?: Readonly<Record<string, string>>): void =>
    run(async () => {
      const job = await remote.request("agents/signIn", { name, method_id: methodId, ...(values && { values }) });
      setJobId(job.id);
      onChange();
    });
  return (
    <LoadedContent reply={reply} what="the sign-in methods" slow="The agent is being started.">
      {({ sign_ins: methods }) => (
        <>
          {methods.length === 0 && <p className="program-details-quiet">This agent has no sign-in methods.</p>}
          {methods.map((method) => (
            <SignInMethod key={method.id} method={method} isBusy={isRunning} onSignIn={signIn} />
          ))}
          {error !== undefined && <p role="alert">{error}</p>}
          {jobId !== undefined && <JobProgress key={jobId} id={jobId} agent={revealLine(program.title)} />}
          {jobId !== undefined && <SignInPages agent={name} />}
          {methods.length > 0 && program.sign_in !== "needed" && (
            <Button
              disabled={isRunning}
              onClick={() => run(() => remote.request("agents/signOut", { name }).then(onChange))}
            >
              Sign out
            </Button>
          )}
        </>
      )}
    </LoadedContent>
  );
}
