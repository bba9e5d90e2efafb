import { describe, expect, it } from "vitest";
import { describeCircle, findCircle, sortTasks, type Dependent } from "./task-order.ts";

/** `b<a,c`: b depends on a and c. */
function parse(text: string): Dependent[] {
  return text.split(" ").map((task) => {
    const [id = "", on] = task.split("<");
    return { id, dependsOn: on?.split(",") ?? [] };
  });
}
const format = (tasks: readonly Dependent[]): string =>
  tasks.map(({ id, dependsOn }) => id + (dependsOn.length === 0 ? "" : `<${dependsOn.join(",")}`)).join(" ");

describe("the order of tasks", () => {
  it.each([
    ["a b c", "a b c"],
    ["b<a a", "a b<a"],
    ["c<b b<a a d", "a b<a c<b d"],
    ["d<b,c b<a c<a a", "a b<a c<a d<b,c"],
    ["a<b b<a", "a b<a"],
    ["x a<c b<a c<b", "x a b<a c<b"],
  ])("%s is %s", (tasks, sorted) => {
    expect(format(sortTasks(parse(tasks)))).toBe(sorted);
  });

  it.each([
    ["a b<a c<a,b", undefined],
    ["d<b,c b<a c<a a", undefined],
    ["a<a", "a waits for a"],
    ["a<b b<a", "a waits for b, b waits for a"],
    ["x a<x,b b<c c<a", "a waits for b, b waits for c, c waits for a"],
    ["a<b b<c c<b", "b waits for c, c waits for b"],
    ["a<nobody", undefined],
  ])("in %s the cycle is %s", (tasks, described) => {
    const circle = findCircle(parse(tasks));
    expect(circle === undefined ? undefined : describeCircle(circle)).toBe(described);
  });
});
