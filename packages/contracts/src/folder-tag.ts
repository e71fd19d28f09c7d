/** The start of the tag that names the folder of an uploaded file, such as `folder=2024/gauges`. */
export const FOLDER_KEY = 'folder='

/** Of a very deep folder, the end is kept. */
export const FOLDER_MAX = 1000
