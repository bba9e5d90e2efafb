// Import of the sessions that earlier versions kept in files.
export { importFolder, type FolderImport, type ImportFolderOptions } from "./import/import-folder.ts";
