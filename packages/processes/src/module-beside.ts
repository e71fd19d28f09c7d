import { fileURLToPath } from 'node:url'

/**
 * The file of the module `name`, which runs as a process or thread of its own: as TypeScript next to the module at
 * `moduleUrl`, or in the bundle as an entry with the bundle's extension.
 */
export function moduleBeside(moduleUrl: string, name: string): string {
  const [, extension] = /(\.[cm]?[jt]s)(\?.*)?$/.exec(moduleUrl) ?? []
  return fileURLToPath(new URL(`./${name}${extension}`, moduleUrl))
}
