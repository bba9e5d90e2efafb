import type { EventActor, PermissionOption } from "@parley/acp";
import type { Interaction } from "@parley/hub";
import { describe, expect, it } from "vitest";
import type { Caller, Scope } from "../http/dialect.ts";
import { answerPermission, offeredOptions, toRemember } from "./answer-permission.ts";

type Reply = Parameters<typeof answerPermission>[3];

const caller = (...scopes: readonly Scope[]): Caller => ({ name: "ci", scopes: new Set(scopes) });
const option = (optionId: string, kind: PermissionOption["kind"]): PermissionOption => ({ optionId, kind, name: kind });

const OPTIONS = [
  option("once", "allow_once"),
  option("forever", "allow_always"),
  option("no", "reject_once"),
  option("never", "reject_always"),
  option("odd", "allow_everything"),
];

/** Who answered, or the code of the refusal. */
async function answer(who: Caller, reply: Reply, kind = "permission"): Promise<unknown> {
  let answered: unknown = "nobody";
  const question = { kind, options: OPTIONS } as unknown as Interaction;
  const interactions = {
    get: () => Promise.resolve(question),
    answerPermission: (_id: string, _reply: Reply, by: string) => {
      answered = by;
      return Promise.resolve(question);
    },
  } as unknown as Parameters<typeof answerPermission>[0]["interactions"];
  try {
    await answerPermission({ interactions }, who, "q1", reply, {} as EventActor);
  } catch (error) {
    return answered === "nobody" ? (error as { readonly code: string }).code : "answered and failed";
  }
  return answered;
}

const select = (optionId: string, remember?: string): Reply => ({
  outcome: { outcome: "selected", optionId },
  ...toRemember(remember ?? "", "s1"),
});

describe("an answer to a permission request", () => {
  it.each([
    [select("once"), "ci"],
    [select("no"), "ci"],
    [select("never"), "ci"],
    [{ outcome: { outcome: "cancelled" } } as const, "ci"],
    [select("no", "always"), "ci"],
    [select("forever"), "forbidden"],
    [select("odd"), "forbidden"],
    [select("once", "workspace"), "forbidden"],
    [select("once", "always"), "forbidden"],
    [select("forever", "session"), "forbidden"],
    [select("unknown", "always"), "forbidden"],
  ])("%j by someone who may only prompt: %s", async (reply, expected) => {
    expect(await answer(caller("read", "drive"), reply)).toBe(expected);
  });

  it("may be anything for an admin", async () => {
    for (const reply of [select("forever"), select("once", "always"), select("odd")]) {
      expect(await answer(caller("read", "drive", "admin"), reply)).toBe("ci");
    }
  });

  it("may not carry a command as its reason that an agent takes as a prompt", async () => {
    const reply = { ...select("no"), reason: "/approval bypass" };
    expect(await answer(caller("read", "drive"), reply)).toBe("forbidden");
    expect(await answer(caller("read", "drive"), { ...reply, reason: "too risky" })).toBe("ci");
    expect(await answer(caller("admin"), reply)).toBe("ci");
  });
});

describe("the offered options", () => {
  it("are those that the caller may choose", () => {
    const ids = (who: Caller): string[] => offeredOptions(who, OPTIONS).map(({ optionId }) => optionId);
    expect(ids(caller("admin"))).toEqual(["once", "forever", "no", "never", "odd"]);
    expect(ids(caller("read", "drive"))).toEqual(["once", "no", "never"]);
    expect(offeredOptions(caller("drive"), [])).toEqual([]);
  });
});

it.each([
  ["workspace", "s1", { remember: { scope: "workspace", workspace: "" } }],
  ["session", "s1", { remember: { scope: "session", sessionId: "s1" } }],
  ["session", undefined, {}],
  ["always", undefined, { remember: { scope: "always" } }],
  ["ALWAYS", "s1", {}],
  ["", "s1", {}],
])("the word %j in session %j is remembered as %j", (word, session, expected) => {
  expect(toRemember(word, session)).toEqual(expected);
});
