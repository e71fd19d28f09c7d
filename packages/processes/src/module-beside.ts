import { fileURLToPath } from 'node:url'

/**
 * Returns the path of the module `name` next to the module at `moduleUrl`, with the extension of that module: the
 * extension of the source file, or of the bundle.
 */
export function moduleBeside(moduleUrl: string, name: string): string {
  const [, extension] = /(\.[cm]?[jt]s)(\?.*)?$/.exec(moduleUrl) ?? []
  return fileURLToPath(new URL(`./${name}${extension}`, moduleUrl))
}
