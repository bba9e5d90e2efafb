// The agent `auto` on every protocol and in the command line: each prompt to the agent that fits, plans proposed and carried out.
import { startStubModel, stubScript } from "@parley/test-support/stub-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, callJson, connectAcp, DIALECTS, readFrames } from "./prompting.ts";
import { serve, type Served } from "./served.ts";

const COMPOUND = "fix the login bug and then write tests for it, and update the docs";

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
}, 60_000);

interface Listed {
  readonly sessions: readonly { readonly id: string; readonly agent: string }[];
}
interface Page {
  readonly events: readonly { readonly type: string; readonly agent?: string; readonly tasks?: readonly unknown[] }[];
}

async function latest(): Promise<{ readonly id: string; readonly agent: string; readonly events: Page["events"] }> {
  const [session] = (await callJson<Listed>(server, "GET", "/sessions?limit=1")).sessions;
  const { events } = await callJson<Page>(server, "GET", `/sessions/${session?.id}/events`);
  return { id: session?.id ?? "", agent: session?.agent ?? "", events };
}

describe("the agent auto", { timeout: 180_000 }, () => {
  it.each(Object.entries(DIALECTS))("routes a prompt over %s", async (_name, prompt) => {
    const text = "say Review the security of the authentication for vulnerabilities";
    expect(await prompt(server, { agent: "auto", text, cwd: place.work })).toContain("Review the security");
    const { agent, events } = await latest();
    expect(agent).toBe("security");
    expect(events).toContainEqual(expect.objectContaining({ type: "routed", agent: "security" }));
  });

  it.each(Object.entries(DIALECTS))("proposes a plan over %s without starting it", async (_name, prompt) => {
    const said = await prompt(server, { agent: "auto", text: `/plan ${COMPOUND}`, cwd: place.work });
    expect(said).toMatch(
      /1\. fix the login bug .*2\. write tests for it \(qa, after 1\).*3\. update the docs.*\/plan run/s,
    );
    const proposed = (await latest()).events.find(({ type }) => type === "plan_proposed");
    expect(proposed?.tasks).toHaveLength(3);
  });

  it("routes each prompt of a session separately, and runs the plan that was proposed in it", async () => {
    using peer = await connectAcp(server);
    const { agent } = peer.connection;
    const { sessionId } = await agent.request("session/new", {
      cwd: place.work,
      mcpServers: [],
      _meta: { parley: { agent: "auto" } },
    });
    const send = (text: string) => agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
    await send("/plan run");
    expect(peer.said()).toContain("No plan was proposed");
    await send("say Write unit tests with good coverage");
    await send("/plan say one for the REST API; then say two for the tests");
    const before = peer.said();
    expect(peer.updates).toContainEqual(expect.objectContaining({ sessionUpdate: "plan" }));
    await send("/plan run");
    const said = peer.said().slice(before.length);
    expect(said).toMatch(/Task 1: completed.*Task 2: completed.*one for the REST API.*two for the tests/s);
    await send("say Design the system architecture and its components");
    expect((await callJson<{ agent: string }>(server, "GET", `/sessions/${sessionId}`)).agent).toBe("architect");
    const { events } = await callJson<Page>(server, "GET", `/sessions/${sessionId}/events`);
    expect(events.flatMap(({ type, agent: to }) => (type === "routed" ? [to] : []))).toEqual(["qa", "architect"]);
    // Whoever chooses a mode wants that one.
    await agent.request("session/set_mode", { sessionId, modeId: "pm" });
    await send("say Write unit tests with good coverage");
    expect((await callJson<{ agent: string }>(server, "GET", `/sessions/${sessionId}`)).agent).toBe("pm");
  });

  it("is --agent auto, also without a server", async () => {
    const run = await place.run(["run", "--agent", "auto", "say Review the security of it for vulnerabilities"]);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Review the security") });
    expect((await latest()).agent).toBe("security");
    const planned = await place.run(["run", "--agent", "auto", `/plan ${COMPOUND}`]);
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringContaining("2. write tests for it (qa, after 1)") });
    const alone = await place.run(["run", "--agent", "auto", "say Alone"], { env: place.inSecondHome });
    expect(alone).toMatchObject({ code: 0, stdout: expect.stringContaining("Alone") });
  });
});

describe("a plan by a model", { timeout: 180_000 }, () => {
  it("contains the questions that the model wants answered first", async () => {
    await using model = await startStubModel();
    await using other = await openPlace();
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub", PARLEY_MODEL: "openai-compatible/stub-model" };
    await using withModel = await serve(other, [], { env });
    const task = { task_id: "1", agent_name: "backend", mode_slug: "backend", sub_task: "Build the shop" };
    const answer = { is_compound: false, tasks: [task], clarifying_questions: ["Which database?", ""] };
    const body = { user_message: stubScript(`say ${JSON.stringify(answer)}`), mode: "plan", working_dir: other.work };
    const frames = readFrames(await call(withModel, "POST", "/reply", body));
    expect(frames.find(({ type }) => type === "PlanProposal")).toMatchObject({
      tasks: [{ agent_name: "backend" }],
      clarifying_questions: ["Which database?"],
    });
    const asked = model.requests.map((request) => JSON.stringify(request)).join("\n");
    expect(asked).toContain("clarifying_questions");
  });
});
