/** Prefix of the tag with the folder of an uploaded file, such as `folder=2024/gauges`. */
export const FOLDER_KEY = 'folder='

/** Maximum length of a folder path. The worker gateway refuses longer paths, so clients remove the beginning. */
export const FOLDER_MAX = 1000
