import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { inRoot, ROOT } from './paths.mjs'
import { isAlive } from './processes.mjs'
import { Refusal, say, seconds } from './say.mjs'
import { hashOf, sourcesOf } from './sources.mjs'

/**
 * The built programs: the module that starts the database, the Node arguments for server and worker, and the folder of
 * the web app.
 * @typedef {{ database: string, server: string[], worker: string[], web: string | undefined }} Programs
 */

const TARGETS = {
  database: {
    sources: () => ['packages/db/src'],
    command: (/** @type {string} */ out) => ['scripts/lib/bundle.mjs', 'database', out],
  },
  server: {
    sources: () => sourcesOf('server'),
    command: (/** @type {string} */ out) => ['scripts/lib/bundle.mjs', 'server', out],
  },
  worker: {
    sources: () => sourcesOf('worker'),
    command: (/** @type {string} */ out) => ['scripts/lib/bundle.mjs', 'worker', out],
  },
  web: {
    sources: () => [
      ...sourcesOf('web'),
      'apps/web/public',
      'apps/web/bundling',
      'apps/web/index.html',
      'apps/web/vite.config.ts',
    ],
    command: (/** @type {string} */ out) => [VITE, 'build', 'apps/web', '--outDir', out, '--logLevel=error'],
  },
}

const VITE = 'node_modules/.bin/vite'
const KEPT = 6

/**
 * Builds the parts whose sources have changed. The folder of a build is named after the hash of its sources. Builds are
 * never modified, so a running product keeps its files while another build is created.
 * @returns {Promise<Programs>}
 */
export async function buildIfNeeded() {
  const database = `${await built('database')}/embedded.js`
  const [server, worker, web] = [await built('server'), await built('worker'), await built('web')]
  return { database, server: [`${server}/main.js`], worker: [`${worker}/main.js`], web }
}

/** @param {keyof typeof TARGETS} name */
async function built(name) {
  const target = TARGETS[name]
  const folder = inRoot('dist', `${name}-${hashOf(target.sources())}`)
  if (existsSync(folder)) return folder
  const started = performance.now()
  mkdirSync(inRoot('dist'), { recursive: true })
  const isFirst = buildsOf(name).length === 0
  say(name, 'building', isFirst ? 'for the first time' : 'because its sources changed')
  const half = `${folder}.${process.pid}`
  await node(name, target.command(half))
  keep(half, folder)
  removeOld(name, folder)
  say(name, 'built', seconds(started))
  return folder
}

/**
 * Moves a finished build to its folder. If another process has already built the same sources, that build is used
 * instead.
 * @param {string} half
 * @param {string} folder
 */
function keep(half, folder) {
  try {
    renameSync(half, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(half, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {string[]} args
 */
async function node(name, args) {
  // Tests start the product with a different NODE_ENV, which would result in a development build of React.
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (chunk) => {
    words += chunk
  })
  const code = await new Promise((settle) => child.on('close', settle))
  if (code !== 0) throw new Refusal(`The ${name} could not be built:\n${readable(words)}`)
}

/** Removes colors and stack traces. @param {string} words */
function readable(words) {
  return stripVTControlCharacters(words)
    .replaceAll(/^ +at .*\n/gm, '')
    .trim()
}

/** @param {string} name */
function buildsOf(name) {
  return readdirSync(inRoot('dist')).filter((entry) => entry.startsWith(`${name}-`))
}

/**
 * Removes leftovers of interrupted builds, and old builds except a few that running products may use.
 * @param {string} name
 * @param {string} current
 */
function removeOld(name, current) {
  const entries = buildsOf(name)
  const half = entries.filter((entry) => entry.includes('.') && !isAlive(Number(entry.split('.')[1])))
  const whole = entries
    .filter((entry) => !entry.includes('.') && inRoot('dist', entry) !== current)
    .sort((a, b) => statSync(inRoot('dist', b)).mtimeMs - statSync(inRoot('dist', a)).mtimeMs)
  for (const entry of [...half, ...whole.slice(KEPT - 1)])
    rmSync(inRoot('dist', entry), { recursive: true, force: true })
}
