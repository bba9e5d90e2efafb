// What this browser remembers, and what the server was started with.
import { Button, Page, Section, useView } from "@parley/chat-ui";
import { useServer } from "../../server/page-server.ts";
import { useReply } from "../../server/use-reply.ts";
import { dialogs } from "../../state/dialogs.ts";
import { theme, THEME_WORDS, THEMES } from "../../state/theme.ts";
import { ChoiceButtons } from "../ChoiceButtons.tsx";
import { LoadedContent } from "../LoadedContent.tsx";
import { Access } from "./Access.tsx";
import { NotificationSetting } from "./NotificationSetting.tsx";
import { Remembered } from "./Remembered.tsx";
import { ServerSettings } from "./ServerSettings.tsx";

export function SettingsPage() {
  const chosen = useView(theme, ({ value }) => value);
  return (
    <Page
      title="Settings"
      about="The theme and notifications apply to this browser. Server settings are changed on the server's machine."
    >
      <Section title="Theme">
        <ChoiceButtons
          label="Theme"
          choices={THEMES}
          chosen={chosen}
          words={THEME_WORDS}
          onChoose={(next) => theme.set(next)}
        />
      </Section>
      <Section title="Notifications">
        <NotificationSetting />
      </Section>
      <Section title="Keyboard" about="Everything on the page works without a mouse.">
        <Button onClick={() => dialogs.open({ name: "keys" })} shortcut="?">
          Show all keys
        </Button>
      </Section>
      <Section title="This browser">
        <Access />
        <Remembered />
      </Section>
      <Section title="Server">
        <ServerPart />
      </Section>
    </Page>
  );
}

function ServerPart() {
  const { connection } = useServer();
  const state = useView(connection, ({ state: current }) => current);
  const server = useReply("server/get", {});
  const settings = useReply("server/settings", {});
  return (
    <>
      {state.kind === "connected" && <p className="settings-quiet">Parley {state.server.version}</p>}
      <LoadedContent reply={settings} what="the server's settings">
        {(reply) => <ServerSettings reply={reply} command={server.value?.command ?? "parley"} />}
      </LoadedContent>
    </>
  );
}
