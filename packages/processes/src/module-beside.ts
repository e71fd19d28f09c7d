import { fileURLToPath } from 'node:url'

/**
 * Returns the path of the module `name` next to the module at `moduleUrl`. Both have the same extension, in the source
 * and in a bundle.
 */
export function moduleBeside(moduleUrl: string, name: string): string {
  const [, extension] = /(\.[cm]?[jt]s)(\?.*)?$/.exec(moduleUrl) ?? []
  return fileURLToPath(new URL(`./${name}${extension}`, moduleUrl))
}
