import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { say } from './say.mjs'

/**
 * @typedef {{ uid: number, gid: number }} SystemUser
 */

const NAME = 'nobody'

/**
 * Program that runs as the worker's user and checks whether this user can load the worker's native library, open its
 * program and write to its folder.
 */
const PROBE = `
const [program, folder] = process.argv.slice(1)
const { accessSync, constants } = require('node:fs')
accessSync(program, constants.R_OK)
accessSync(folder, constants.W_OK | constants.X_OK)
require('node:module').createRequire(program)('@duckdb/node-api')`

/**
 * If root started Millrace, returns an unprivileged user that runs the worker and its steps. A query that escapes the
 * table engine can then write only to the scratch folder, whose owner becomes that user. Undefined if Millrace does not
 * run as root, if the system has no such user, or if the user cannot access the program or the folder. In these cases,
 * the worker runs as the current user.
 * @param {string} program
 * @param {string} folder
 * @returns {SystemUser | undefined}
 */
export function workerUser(program, folder) {
  if (process.getuid?.() !== 0) return undefined
  const user = lookUp()
  if (!user) return undefined
  chownSync(folder, user.uid, user.gid)
  const { status } = spawnSync(process.execPath, ['--eval', PROBE, program, folder], { ...user, cwd: '/', env: {} })
  if (status === 0) return user
  chownSync(folder, 0, 0)
  say('worker', 'note', `runs as root, because the user ${NAME} cannot reach ${program} or ${folder}`)
  return undefined
}

/** @returns {SystemUser | undefined} */
function lookUp() {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, NAME], { encoding: 'utf8' }))
  return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
}
