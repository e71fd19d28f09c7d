import { fileURLToPath } from 'node:url'

/**
 * Path of the script that reads and styles figures. In the bundle, the folder `scripts` is next to the bundled file.
 */
export const DRAWING_SCRIPT = fileURLToPath(new URL('./scripts/figure-drawing.js', import.meta.url))
