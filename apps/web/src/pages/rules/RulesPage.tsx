// What agents may do without asking: rules, trusted folders, and the audit of what was decided.
import { Page } from "@parley/chat-ui";
import { AuditSection } from "./AuditSection.tsx";
import { RulesSection } from "./RulesSection.tsx";
import { TrustSection } from "./TrustSection.tsx";

const ABOUT =
  "The strictest rule wins. A session's level and its own rules come on top: they are under Details of the session.";

export function RulesPage() {
  return (
    <Page title="Rules" about={ABOUT}>
      <RulesSection />
      <TrustSection />
      <AuditSection />
    </Page>
  );
}
