// A chat without a session: what it is for, in three lines.
import { t } from "@parley/base";
import { toStartLines, toStartTitle } from "../protocol/start-words.ts";
import "./StartScreen.css";

export function StartScreen({ agent }: { readonly agent: string }) {
  return (
    <section className="start-screen" aria-label={t("New chat")}>
      <h2 className="start-screen-title">{toStartTitle()}</h2>
      {toStartLines(agent).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}
