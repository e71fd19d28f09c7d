import { fileURLToPath } from 'node:url'

/**
 * The path of the script that reads and styles figures. It is next to this source file or, in the bundle, in the folder
 * `scripts`.
 */
export const DRAWING_SCRIPT = fileURLToPath(new URL('./scripts/figure-drawing.js', import.meta.url))
