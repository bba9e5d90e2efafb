// The guide over its session: what to do next, and a button that does it.
import { Button, useView } from "@parley/chat-ui";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useServer } from "../server/page-server.ts";
import { useAction } from "../server/use-action.ts";
import { sessionPath } from "../state/routes.ts";
import { GuideProgress } from "./guide-progress.ts";
import { guide, type Guide } from "./guide-state.ts";
import { EDIT_PROMPT, MAP_PROMPT, numberOf, STEPS_COUNT, toStep, type GuideStep } from "./guide-steps.ts";
import { STEPS } from "./words.ts";
import "./GuideBar.css";

export function GuideBar({ current }: { readonly current: Guide }) {
  const { remote } = useServer();
  const [progress, setProgress] = useState<GuideProgress>();
  useEffect(() => {
    const next = new GuideProgress(remote, current.sessionId);
    setProgress(next);
    return () => next.close();
  }, [remote, current.sessionId]);
  return progress === undefined ? null : <ShownGuide progress={progress} current={current} />;
}

function ShownGuide({ progress, current }: { readonly progress: GuideProgress; readonly current: Guide }) {
  const facts = useView(progress, (all) => all.facts);
  const isGone = useView(progress, (all) => all.isGone);
  const step = toStep(facts, current.skipped);
  if (isGone) return null;
  return (
    <section className="guide-bar" aria-label="Guide">
      <p role="status" className="guide-bar-text">
        <span className="guide-bar-number">
          Guide {numberOf(step, facts)} of {STEPS_COUNT}
        </span>{" "}
        {STEPS[step]}
      </p>
      <StepButton step={step} current={current} />
      {(step === "review" || step === "map") && (
        <Button look="quiet" onClick={() => guide.set({ ...current, skipped: [...current.skipped, step] })}>
          Skip
        </Button>
      )}
      <Button look="quiet" aria-label="Leave the guide" onClick={() => guide.set(undefined)}>
        <X size={15} aria-hidden="true" />
      </Button>
    </section>
  );
}

function StepButton({ step, current: { sessionId } }: { readonly step: GuideStep; readonly current: Guide }) {
  const { remote } = useServer();
  const [, navigate] = useLocation();
  const { run, isRunning, error } = useAction();
  const send = (text: string) => run(() => remote.prompt(sessionId, [{ type: "text", text }]));
  const actions: Partial<Record<GuideStep, readonly [string, () => void]>> = {
    edit: ["Send the task", () => send(EDIT_PROMPT)],
    review: ["Show the changes", () => navigate(sessionPath(sessionId, "changes"))],
    map: [
      "Show the map and send it",
      () => {
        navigate(sessionPath(sessionId, "map"));
        send(MAP_PROMPT);
      },
    ],
    connect: ["Connect", () => navigate("/guide")],
  };
  const action = actions[step];
  if (action === undefined) return null;
  const [label, act] = action;
  return (
    <>
      {error !== undefined && <span className="guide-bar-error">{error}</span>}
      <Button look="primary" disabled={isRunning} onClick={act}>
        {label}
      </Button>
    </>
  );
}
