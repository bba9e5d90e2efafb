// A chat without a session: what it is for, in three lines.
import { START_TITLE, toStartLines } from "../protocol/start-words.ts";
import "./StartScreen.css";

export function StartScreen({ agent }: { readonly agent: string }) {
  return (
    <section className="start-screen" aria-label="New chat">
      <h2 className="start-screen-title">{START_TITLE}</h2>
      {toStartLines(agent).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}
