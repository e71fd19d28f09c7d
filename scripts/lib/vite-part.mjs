import { startChild } from './child.mjs'
import { firstLine } from './first-line.mjs'
import { inRoot } from './paths.mjs'
import { say } from './say.mjs'

/**
 * Starts Vite, which prints its own URL.
 * @param {import('./launch.mjs').Context} context
 */
export async function startVite({ settings, signal }) {
  const address = firstLine(/Local:\s+(\S+)/)
  return startChild({
    name: 'Vite',
    command: [
      process.execPath,
      inRoot('node_modules', '.bin', 'vite'),
      '--host',
      '127.0.0.1',
      '--clearScreen',
      'false',
    ],
    cwd: inRoot('apps', 'web'),
    patience: 2000,
    signal,
    env: { ...process.env, MILLRACE_SERVER: settings.address, NO_COLOR: '1' },
    onLine(line) {
      if (!address.see(line) && line.trim() !== '') say('web', 'says', line.trim())
    },
    becomesReady: async () => `open ${await address.found} to work on the web app`,
  })
}
