// The order in which tasks can run.

export interface Dependent {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** Each task as soon as its dependencies are done. In a cycle, the first task runs first and loses its dependencies. */
export function sortTasks<Task extends Dependent>(tasks: readonly Task[]): readonly Task[] {
  const waiting = [...tasks];
  const done = new Set<string>();
  const sorted: Task[] = [];
  for (;;) {
    const ready = waiting.findIndex(({ dependsOn }) => dependsOn.every((id) => done.has(id)));
    const [next] = waiting.splice(Math.max(0, ready), 1);
    if (next === undefined) return sorted;
    sorted.push({ ...next, dependsOn: next.dependsOn.filter((id) => done.has(id)) });
    done.add(next.id);
  }
}

/** The ids of one dependency cycle, each depending on the next; undefined if there is none. */
export function findCircle(tasks: readonly Dependent[]): readonly string[] | undefined {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const clean = new Set<string>();
  const path: string[] = [];
  const visit = (id: string): readonly string[] | undefined => {
    if (clean.has(id)) return undefined;
    const start = path.indexOf(id);
    if (start !== -1) return path.slice(start);
    path.push(id);
    for (const next of byId.get(id)?.dependsOn ?? []) {
      const circle = visit(next);
      if (circle !== undefined) return circle;
    }
    path.pop();
    clean.add(id);
    return undefined;
  };
  for (const { id } of tasks) {
    const circle = visit(id);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** `a waits for b, b waits for a`. */
export function describeCircle(circle: readonly string[]): string {
  return circle.map((id, index) => `${id} waits for ${circle[(index + 1) % circle.length] ?? id}`).join(", ");
}
