// Whether the browser may show a notification when an agent needs the person while the page is out of sight.
import { Button } from "@parley/chat-ui";
import { useState } from "react";

type Permission = NotificationPermission | "unsupported";

const WORDS: Readonly<Record<Permission, string>> = {
  granted: "Allowed. When an agent asks you something while this page is out of sight, the browser shows it.",
  denied: "Blocked. The browser's own settings for this site can allow them again.",
  default: "Not allowed yet. The browser asks you when you allow them here.",
  unsupported: "Not available: the browser has none, or the page is neither on this machine nor opened by https.",
};

export function NotificationSetting() {
  const [permission, setPermission] = useState(readPermission);
  const allow = async (): Promise<void> => setPermission(await Notification.requestPermission());
  return (
    <>
      <p className="settings-quiet" role="status">
        {WORDS[permission]}
      </p>
      {permission === "default" && <Button onClick={() => void allow()}>Allow notifications</Button>}
    </>
  );
}

function readPermission(): Permission {
  return "Notification" in globalThis && isSecureContext ? Notification.permission : "unsupported";
}
