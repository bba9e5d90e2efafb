// Adds a rule: what it decides, and the pattern that it is about.
import { Button } from "@parley/chat-ui";
import { useId, useState, type FormEvent } from "react";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import "./AddRule.css";

export function AddRule({ onAdded }: { readonly onAdded: () => void }) {
  const { remote } = useServer();
  const { run, isRunning, error } = useAction();
  const [verdict, setVerdict] = useState<"allow" | "deny">("allow");
  const [rule, setRule] = useState("");
  const id = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      await remote.request("rules/add", { verdict, rule: rule.trim() });
      setRule("");
      onAdded();
    });
  };
  return (
    <form className="add-rule" aria-label="Add a rule" onSubmit={add}>
      <select
        aria-label="Verdict"
        value={verdict}
        onChange={({ target }) => setVerdict(target.value === "deny" ? "deny" : "allow")}
      >
        <option value="allow">Always allow</option>
        <option value="deny">Never allow</option>
      </select>
      <input
        aria-label="Pattern"
        aria-describedby={id}
        aria-invalid={error !== undefined}
        placeholder="execute(npm run *)"
        value={rule}
        onChange={({ target }) => setRule(target.value)}
      />
      <Button type="submit" look="primary" disabled={isRunning || rule.trim() === ""}>
        Add rule
      </Button>
      <p id={id} className="add-rule-hint" role={error === undefined ? undefined : "alert"}>
        {error ?? "Examples: read, write(src/**), execute(npm run *), fetch(*.example.com), mcp__docs__search."}
      </p>
    </form>
  );
}
