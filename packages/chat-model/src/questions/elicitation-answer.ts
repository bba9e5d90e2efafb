// How a form or a page was answered, in words.
import { isUnknown, type ElicitationContentValue } from "@parley/acp";
import type { ElicitationItem } from "@parley/acp/transcript";
import { neutralLine, t } from "@parley/base";

export interface DescribedAnswer {
  readonly message: string;
  /** The fields that were filled in. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** Instead of fields: how it ended. */
  readonly ending: string | undefined;
}

export function describeElicitation({ request, answer }: Pick<ElicitationItem, "request" | "answer">): DescribedAnswer {
  const message = request === null || isUnknown(request) ? t("A question") : neutralLine(request.message);
  const response = answer?.response;
  if (response === undefined || isUnknown(response)) return { message, fields: [], ending: t("no answer") };
  if (response.action === "decline") return { message, fields: [], ending: t("declined") };
  if (response.action === "cancel") return { message, fields: [], ending: t("answered in another window") };
  const fields = Object.entries(response.content ?? {}).map(([name, value]) => ({
    name: neutralLine(name),
    value: neutralLine(describeValue(value)),
  }));
  return { message, fields, ending: fields.length === 0 ? t("accepted") : undefined };
}

function describeValue(value: ElicitationContentValue): string {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  return typeof value === "object" ? value.join(", ") : String(value);
}
