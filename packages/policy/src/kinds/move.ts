// Move or rename: both ends are touched.
import { GROUP_BY_KIND } from "../modes.ts";
import { examinePath } from "../paths/examine-path.ts";
import type { Kind } from "./kind.ts";
import { toGivenKeys, toKey, toPathCoverage } from "./path-kind.ts";

export const moveKind: Kind<"move"> = {
  examine: ({ from, to }, sets) => [examinePath("move", from, sets), examinePath("move", to, sets)],
  need: ({ from, to }) => ({ groups: [GROUP_BY_KIND.move], files: [from, to] }),
  subject: (_, { from, to }) => `${from.real} → ${to.real}`,
  coverages: ({ from, to }) => [toPathCoverage("move", from), toPathCoverage("move", to)],
  takes: ({ from, to }) => [toKey("move", from), toKey("move", to)],
  gives: ({ from, to }) => [...toGivenKeys("move", from), ...toGivenKeys("move", to)],
};
