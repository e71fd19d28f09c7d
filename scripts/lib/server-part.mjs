import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.mjs'
import { openLog } from './log-file.mjs'
import { ROOT } from './paths.mjs'
import { reporter } from './report.mjs'
import { seconds } from './say.mjs'

/** Longer than the 9 s after which the server exits at the latest, so the launcher kills it only if it hangs. */
const PATIENCE_MS = 12_000

/**
 * Starts the server and waits until it responds.
 * @param {import('./launch.mjs').Context} context
 */
export async function startServer({ settings, programs, databaseUrl, signal, note }) {
  const started = performance.now()
  const log = openLog(join(settings.dataDirectory, 'log', 'server.log'))
  return startChild({
    name: 'The server',
    // Limits the heap. The remaining memory is for buffers, code and stacks.
    command: [
      process.execPath,
      `--max-old-space-size=${Math.round(settings.serverMemoryMb * 0.6)}`,
      ...programs.server,
    ],
    cwd: ROOT,
    patience: PATIENCE_MS,
    signal,
    onStart: (pid) => note('server', pid),
    env: {
      NODE_ENV: 'production',
      // By default, Node has four threads. Four uploads would occupy all of them, and every compressed reply would wait
      // for the uploads' disk writes.
      UV_THREADPOOL_SIZE: '16',
      ...process.env,
      HOST: settings.host,
      PORT: String(settings.port),
      SERVER_MEMORY_MB: String(settings.serverMemoryMb),
      MILLRACE_DATA: settings.dataDirectory,
      MILLRACE_WEB: process.env.MILLRACE_WEB || programs.web,
      DATABASE_URL: databaseUrl,
    },
    onLine: reporter('server', log),
    async becomesReady(isRunning) {
      while (isRunning() && !(await answers(`${settings.address}/health/ready`))) await sleep(15)
      return `${settings.address}, log in ${log.file} (${seconds(started)})`
    },
  })
}

/** @param {string} url @returns {Promise<boolean>} */
function answers(url) {
  return new Promise((settle) => {
    const request = get(url, { timeout: 2000 }, (response) => {
      response.resume()
      settle(response.statusCode === 200)
    })
    request.on('error', () => settle(false))
    request.on('timeout', () => request.destroy())
  })
}
