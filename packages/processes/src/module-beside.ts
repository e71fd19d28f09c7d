import { fileURLToPath } from 'node:url'

/**
 * Returns the file of the module `name`, which runs as a separate process or thread: a TypeScript file next to the
 * module at `moduleUrl` or, in the bundle, an entry with the bundle's extension.
 */
export function moduleBeside(moduleUrl: string, name: string): string {
  const [, extension] = /(\.[cm]?[jt]s)(\?.*)?$/.exec(moduleUrl) ?? []
  return fileURLToPath(new URL(`./${name}${extension}`, moduleUrl))
}
