import { pathToFileURL } from 'node:url'
import { say, seconds } from './say.mjs'

/**
 * Starts the built-in PostgreSQL unless DATABASE_URL is set.
 * @param {import('./launch.mjs').Context} context receives the URL of the database
 * @returns {Promise<import('./child.mjs').Part>}
 */
export async function startDatabase(context) {
  const { databaseUrl, dataDirectory } = context.settings
  return databaseUrl ? external(context, databaseUrl) : embedded(context, dataDirectory)
}

/**
 * @param {import('./launch.mjs').Context} context
 * @param {string} url
 */
async function external(context, url) {
  context.databaseUrl = url
  const stopped = Promise.withResolvers()
  return {
    pid: 0,
    detail: `external, ${withoutPassword(url)} (DATABASE_URL)`,
    ended: stopped.promise,
    stop: async () => stopped.resolve('stopped'),
  }
}

/**
 * @param {import('./launch.mjs').Context} context
 * @param {string} dataDirectory
 */
async function embedded(context, dataDirectory) {
  const started = performance.now()
  const { startEmbedded } = await import(pathToFileURL(context.programs.database).href)
  const database = await startEmbedded({ dataDirectory })
  context.databaseUrl = database.url
  for (const note of database.notes) say('database', 'note', note)
  return {
    pid: database.pid,
    detail: `PostgreSQL ${database.version}, data in ${database.cluster} (${seconds(started)})`,
    ended: database.ended.then(() => `log in ${dataDirectory}/postgres.log`),
    stop: database.stop,
  }
}

/** @param {string} url */
function withoutPassword(url) {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'an invalid URL'
  }
}
