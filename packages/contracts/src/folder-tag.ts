/** Prefix of the tag with the folder of an uploaded file, such as `folder=2024/gauges`. */
export const FOLDER_KEY = 'folder='

/** Maximum length of a folder. Clients remove the beginning of a longer folder, and the server refuses it. */
export const FOLDER_MAX = 1000
