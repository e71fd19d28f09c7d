import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { inRoot, ROOT } from './paths.mjs'
import { Refusal, say, seconds } from './say.mjs'

/** Installs the locked dependencies unless they are already installed. */
export async function installIfNeeded() {
  if (isInstalled()) return
  const started = performance.now()
  say('packages', 'installing', 'the locked versions; the first time takes a minute or two')
  await npm('ci', '--include=dev', '--loglevel=error', '--no-fund', '--no-audit')
  say('packages', 'ready', seconds(started))
}

/** Compares the lock file with npm’s record of installed packages, which exists once an installation has finished. */
function isInstalled() {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(inRoot('package-lock.json'))
  const present = packagesOf(record)
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link || !path.includes('node_modules/')) return true
    const found = present[path]
    return found ? found.version === entry.version : entry.optional === true
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

/** @param {...string} args */
async function npm(...args) {
  const ownNpm = process.env.npm_execpath
  const [command, options] = ownNpm ? [process.execPath, [ownNpm, ...args]] : ['npm', args]
  const child = spawn(command, options, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise((settle) => {
    child.on('error', () => settle('not found'))
    child.on('exit', settle)
  })
  if (code !== 0) throw new Refusal(`npm ci failed (${code}). See its message above; check the network and try again.`)
}
