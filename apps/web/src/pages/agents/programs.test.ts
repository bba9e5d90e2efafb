import { expect, it } from "vitest";
import {
  badgesOf,
  describeStatistics,
  groupPrograms,
  isRemovable,
  latestJobs,
  type Job,
  type Program,
} from "./programs.ts";

const READY: Program = {
  name: "fine",
  title: "Fine",
  state: "ready",
  origin: "installed",
  sign_in: "unknown",
  processes: [],
};

it("groups programs by whether they are here, in the registry, or only known", () => {
  const programs: Program[] = [
    { ...READY, name: "z", title: "Zebra" },
    { ...READY, name: "a", title: "Ant", state: "broken" },
    { ...READY, name: "b", title: "Bee", state: "available" },
    { ...READY, name: "c", title: "Cat", state: "missing" },
  ];
  const { installed, available, missing } = groupPrograms(programs);
  expect([installed, available, missing].map((group) => group.map(({ name }) => name))).toEqual([
    ["a", "z"],
    ["b"],
    ["c"],
  ]);
});

it("names the state, what is missing, and a newer version", () => {
  const process = { state: "running" as const, working_dir: "/", sessions: 1 };
  const program: Program = {
    ...READY,
    sign_in: "needed",
    processes: [process],
    installed_version: "1.0.0",
    latest_version: "1.1.0",
  };
  expect(badgesOf(program).map(({ text }) => text)).toEqual(["running (1)", "sign-in needed", "1.1.0 available"]);
  expect(badgesOf({ ...READY, state: "too_old" }).map(({ text }) => text)).toEqual(["too old"]);
  expect([isRemovable(READY), isRemovable({ ...READY, origin: "known" })]).toEqual([true, false]);
});

it("keeps the latest job of each agent, and describes real turns", () => {
  const job: Job = { id: "2", kind: "install", agent: "fine", state: "failed", created_at: "", steps: [] };
  expect(latestJobs([job, { ...job, id: "1" }]).get("fine")?.id).toBe("2");
  expect(describeStatistics({ turns: 0 })).toBe("No turns yet");
  expect(describeStatistics({ turns: 1, average_ms: 2_500, success_rate: 50 })).toBe(
    "1 turn, 2.5 s on average, 50 % successful",
  );
});
