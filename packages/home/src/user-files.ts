// Files that users write: configuration, rules, hooks, recipes, modes. Read within limits; a mistake names the file, the line and the field.
export { badSetting } from "./user-files/bad-setting.ts";
export {
  describeMistake,
  parseUserJson,
  parseUserObject,
  parseUserText,
  parseUserYaml,
  type Mistake,
  type ParsedText,
} from "./user-files/parse-user-text.ts";
export { readUserText, readUserTextSync } from "./user-files/read-user-text.ts";
