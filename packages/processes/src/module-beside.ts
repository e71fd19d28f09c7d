import { fileURLToPath } from 'node:url'

/**
 * Returns the path of the module `name`, which is next to the module at `moduleUrl` and has the same file extension:
 * that of the source file or, in the bundle, that of the bundle.
 */
export function moduleBeside(moduleUrl: string, name: string): string {
  const [, extension] = /(\.[cm]?[jt]s)(\?.*)?$/.exec(moduleUrl) ?? []
  return fileURLToPath(new URL(`./${name}${extension}`, moduleUrl))
}
