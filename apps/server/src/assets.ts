import { fileURLToPath } from 'node:url'

/** Path of a file shipped with the server: next to this source file or, in the bundle, in the folder `assets`. */
export function assetPath(name: string): string {
  return fileURLToPath(new URL(`./assets/${name}`, import.meta.url))
}
