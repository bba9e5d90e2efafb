// A chat without a session: what it is for, in three lines.
import "./StartScreen.css";

export function StartScreen({ agent }: { readonly agent: string }) {
  return (
    <section className="start-screen" aria-label="New chat">
      <h2 className="start-screen-title">What should be done?</h2>
      <p>Describe a task for {agent}. Agents ask before they change anything.</p>
      <p>@ adds a file, / lists the agent's commands.</p>
    </section>
  );
}
