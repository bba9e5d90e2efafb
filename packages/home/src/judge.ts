// Policy decisions in one session by the current rules, the user's possible answers, and the audit of both.
export { askPerson, type AskedPermission, type Asking, type PermissionReply } from "./judge/ask-person.ts";
export { createAudit, type Audit, type AuditOptions, type AuditRecord } from "./judge/audit.ts";
export { readAudit, type AuditedDecision, type AuditPage, type AuditQuery } from "./judge/read-audit.ts";
export { readClaims, toClaims, toSubjects, type Claim } from "./judge/claims.ts";
export { considerAll, findVerdict, isGrave, proposeAll, strictest, withHook, type Judged } from "./judge/judged.ts";
export { Judge, type JudgedScope, type JudgeOptions, type Subject } from "./judge/judge.ts";
export { askToLeave } from "./judge/leaving.ts";
export { ALLOW, createOwnOptions, REJECT, scopeOfOption } from "./judge/own-options.ts";
export { isAllowing, isRejecting, type PersonAnswer } from "./judge/person-answer.ts";
export { openZones } from "./judge/zones.ts";
