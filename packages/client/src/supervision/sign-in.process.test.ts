import { describe, expect, it } from "vitest";
import { text, texts } from "../testing/events.ts";
import { inlineAgent, type InlineWire } from "../testing/inline-agent.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

/** Works only with a key in its environment; says what it got. */
function keyed(wire: InlineWire): void {
  const vars = [{ name: "THE_KEY" }, { name: "THE_REGION", optional: true, secret: false }];
  const agentCapabilities = { sessionCapabilities: { resume: {} } };
  const authMethods = [{ type: "env_var", id: "key", name: "A key", vars }];
  wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities, authMethods }));
  const isSignedIn = (): boolean => process.env["THE_KEY"] !== undefined;
  wire.on("session/new", ({ answer, refuse }) =>
    isSignedIn() ? answer({ sessionId: "s" }) : refuse(-32_000, "Authentication required"),
  );
  wire.on("session/resume", ({ answer }) => answer({}));
  wire.on("authenticate", ({ answer, refuse }) => (isSignedIn() ? answer({}) : refuse(-32_000, "no key")));
  wire.on("session/prompt", ({ params, answer }) => {
    wire.say(params.sessionId, `${process.env["THE_KEY"]} ${process.env["THE_REGION"]}`);
    answer({ stopReason: "end_turn" });
  });
}

describe("signing in", () => {
  it("is asked for by an error, done by the agent, and taken back", async () => {
    await using test = agents.create(agents.scripted({ requireSignIn: true }));
    const refused = { code: "sign_in_needed", remedy: { label: "Sign in: Pretend to sign in" } };
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject(refused);
    expect(test.agent.state).toMatchObject({ state: "running" });
    expect(test.agent.signIns).toMatchObject([{ type: "agent", method: { id: "script" } }]);
    await test.agent.signIn("script");
    const session = await test.agent.newSession({ cwd: CWD });
    await test.agent.signOut();
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject(refused);
    await test.agent.signIn("script");
    expect(await session.prompt(text("say hello"))).toEqual({ stopReason: "end_turn" });
  });

  it("is in the result of a turn, with the agent's message", async () => {
    const program = inlineAgent((wire) => {
      wire.on("session/prompt", ({ refuse }) => refuse(-32_000, "Your token has expired"));
    });
    await using test = agents.create(program);
    const session = await test.agent.newSession({ cwd: CWD });
    expect(await session.prompt(text("x"))).toMatchObject({
      error: {
        code: "sign_in_needed",
        message: "Test agent requires you to sign in. It said: Your token has expired",
      },
    });
    expect(test.store.written(session.id).at(-1)).toMatchObject({ type: "stop", error: { code: "sign_in_needed" } });
  });

  it("with variables starts the agent again with them, and nobody writes them down", async () => {
    const lines: string[] = [];
    const log = { write: (...line: unknown[]) => void lines.push(JSON.stringify(line)) };
    await using test = agents.create(inlineAgent(keyed), { log });
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject({ code: "sign_in_needed" });
    expect(test.agent.signIns).toMatchObject([
      {
        type: "variables",
        variables: [
          { name: "THE_KEY", isSecret: true },
          { name: "THE_REGION", isOptional: true },
        ],
      },
    ]);
    await expect(test.agent.signIn("key")).rejects.toMatchObject({
      code: "usage",
      message: "This sign-in requires THE_KEY",
    });
    await expect(test.agent.signIn("key", { OTHER: "x" })).rejects.toMatchObject({ code: "usage" });
    await test.agent.signIn("key", { THE_KEY: "hush-hush" });
    const session = await test.agent.newSession({ cwd: CWD });
    await session.prompt(text("x"));
    expect(texts(test.store.written(session.id))).toEqual(["hush-hush undefined"]);
    await test.agent.signIn("key", { THE_KEY: "other", THE_REGION: "eu" });
    await session.prompt(text("x"));
    expect(texts(test.store.written(session.id)).at(-1)).toBe("other eu");
    expect(lines.join("\n")).not.toContain("hush-hush");
    expect(JSON.stringify(test.states)).not.toContain("hush-hush");
    await test.agent.signOut();
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject({ code: "sign_in_needed" });
  });

  it("in a terminal is for the surface to do; then the agent is started again", async () => {
    const program = inlineAgent((wire) => {
      const authMethods = [{ type: "terminal", id: "tty", name: "Log in", args: ["login"] }];
      wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, authMethods }));
    });
    await using test = agents.create(program);
    await test.agent.start();
    const [signIn] = test.agent.signIns;
    expect(signIn).toMatchObject({ type: "terminal", command: process.execPath, args: [...program, "login"] });
    await expect(test.agent.signIn("tty")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("runs in a terminal") as string,
    });
    await test.agent.restart();
    expect(test.agent.state).toMatchObject({ state: "running" });
  });

  it("is refused by a name that the agent does not have, and signing out where there is no way", async () => {
    await using test = agents.create(inlineAgent(() => undefined));
    await expect(test.agent.signIn("none")).rejects.toMatchObject({ code: "usage" });
    await expect(test.agent.signOut()).rejects.toMatchObject({ code: "capability_missing" });
  });
});
