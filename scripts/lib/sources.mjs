import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './paths.mjs'

const SKIPPED = /(^|\/)(node_modules|dist|\.[^/]+)$|\.test\.tsx?$|\.gen\.ts$/

/**
 * Returns a short hash of these files and folders, except tests and generated code. The hash also covers the version of
 * Node, the lock file and the build scripts. Paths are relative to the root.
 * @param {string[]} places
 */
export function hashOf(places) {
  const hash = createHash('sha256').update(process.version)
  for (const place of [...places, 'package-lock.json', 'scripts/lib/build.mjs', 'scripts/lib/bundle.mjs']) {
    for (const file of filesIn(place))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(inRoot(file)))
        .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns all files in a folder, or the file itself, in a fixed order.
 * @param {string} place
 * @returns {string[]}
 */
export function filesIn(place) {
  if (!existsSync(inRoot(place))) return []
  if (/\.\w+$/.test(place)) return [place]
  const entries = readdirSync(inRoot(place), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(place, entry.name)
    if (SKIPPED.test(path)) return []
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/**
 * Returns the sources of an app and of the workspace packages it depends on.
 * @param {string} app
 */
export function sourcesOf(app) {
  const seen = new Set()
  const visit = (/** @type {string} */ folder) => {
    if (seen.has(folder)) return
    seen.add(folder)
    const { dependencies = {} } = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@millrace/')) visit(`packages/${name.slice('@millrace/'.length)}`)
    }
  }
  visit(`apps/${app}`)
  return [...seen].map((folder) => `${folder}/src`)
}
