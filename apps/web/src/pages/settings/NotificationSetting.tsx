// Whether the browser may show a notification when an agent needs the person while the page is out of sight.
import { Button } from "@parley/chat-ui";
import { useState } from "react";

type Permission = NotificationPermission | "unsupported";

const WORDS: Readonly<Record<Permission, string>> = {
  granted: "On. You are notified when an agent asks you something while this page is in the background.",
  denied: "Blocked. You can allow them in the browser's settings for this site.",
  default: "Off. Your browser will ask for permission.",
  unsupported: "Not available: browsers allow notifications only over https or on the machine of the server.",
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
