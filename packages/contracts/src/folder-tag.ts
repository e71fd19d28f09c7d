/** How the tag begins that says which folder a file was uploaded with, such as `folder=2024/gauges`. */
export const FOLDER_KEY = 'folder='
