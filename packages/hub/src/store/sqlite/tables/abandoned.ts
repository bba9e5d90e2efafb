// The condition that an event counts, in SQL: the same as `isAbandoned`, for what is found without its session's row.

/** `sessionId` and `seq` are expressions of the statement around it. Without a number it counts. */
export function counts(sessionId: string, seq: string): string {
  return `not exists (
    select 1 from sessions as owner, json_each(owner.data, '$.abandoned') as range
    where owner.id = ${sessionId}
      and ${seq} between json_extract(range.value, '$.from') and json_extract(range.value, '$.to'))`;
}
