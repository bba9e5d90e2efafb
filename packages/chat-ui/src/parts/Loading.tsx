// Something is on its way. It shows after 300 ms, so that what is quick does not flicker, and says after 3 s what takes so long.
import { t } from "@parley/base";
import { useEffect, useState } from "react";
import "./Loading.css";

export interface LoadingProps {
  /** Such as "Loading agents". */
  readonly label: string;
  /** What is said after 3 s, such as "The registry is being downloaded". */
  readonly slow?: string | undefined;
}

const SHOWN_MS = 300;
const SLOW_MS = 3_000;

export function Loading({ label, slow }: LoadingProps) {
  const [stage, setStage] = useState<"quick" | "shown" | "slow">("quick");
  useEffect(() => {
    const shown = setTimeout(() => setStage("shown"), SHOWN_MS);
    const late = setTimeout(() => setStage("slow"), SLOW_MS);
    return () => {
      clearTimeout(shown);
      clearTimeout(late);
    };
  }, []);
  if (stage === "quick") return <div className="loading" aria-busy="true" />;
  return (
    <div className="loading" role="status">
      <span className="loading-bar" aria-hidden="true" />
      {label}…
      {stage === "slow" && <span className="loading-slow">{slow ?? t("The server has not answered yet.")}</span>}
    </div>
  );
}
