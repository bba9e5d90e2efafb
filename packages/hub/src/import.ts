// Sessions from elsewhere: exported ones, and those that earlier versions kept in files.
export { importFolder, type FolderImport, type ImportFolderOptions } from "./import/import-folder.ts";
export { importSession, type ImportOptions } from "./sessions/export-session.ts";
