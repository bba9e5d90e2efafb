// Text inside of XML.

export function escapeXml(text) {
  return String(text).replaceAll(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
