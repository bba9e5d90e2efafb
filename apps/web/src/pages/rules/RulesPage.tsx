// What agents may do without asking: rules, trusted folders, and the audit of what was decided.
import { Page } from "@parley/chat-ui";
import { AuditSection } from "./AuditSection.tsx";
import { RulesSection } from "./RulesSection.tsx";
import { TrustSection } from "./TrustSection.tsx";

const ABOUT =
  "What agents may do without asking. The strictest rule wins. The level and the rules of a single session are in its Details tab.";

export function RulesPage() {
  return (
    <Page title="Rules" about={ABOUT}>
      <RulesSection />
      <TrustSection />
      <AuditSection />
    </Page>
  );
}
