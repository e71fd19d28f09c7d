import { run } from './launch.mjs'
import { inRoot } from './paths.mjs'
import { giveUp, surviveClosedOutput } from './say.mjs'
import { startVite } from './vite-part.mjs'

const WATCH = ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning']

/** Runs the product like `launch`, but from source. Vite serves the web app and proxies API calls. */
export async function develop() {
  surviveClosedOutput()
  process.env.NODE_ENV ||= 'development'
  const programs = {
    database: inRoot('packages', 'db', 'src', 'embedded.ts'),
    server: [...WATCH, inRoot('apps', 'server', 'src', 'main.ts')],
    worker: [...WATCH, inRoot('apps', 'worker', 'src', 'main.ts')],
    web: undefined,
  }
  try {
    await run(programs, [['web', startVite]])
  } catch (error) {
    giveUp(error)
  }
}
