import { startChild } from './child.mjs'
import { inRoot } from './paths.mjs'

/**
 * Starts Vite, which prints its own address.
 * @param {import('./launch.mjs').Context} context
 */
export async function startVite({ settings, signal }) {
  /** @type {(detail: string) => void} */
  let ready = () => {}
  const address = new Promise((/** @type {(detail: string) => void} */ settle) => {
    ready = settle
  })
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
    onLine: (line) => {
      const found = /Local:\s+(\S+)/.exec(line)
      if (found?.[1]) ready(`open ${found[1]} while you work on the web app`)
      else if (line.trim() !== '') process.stdout.write(`web       ${line.trim()}\n`)
    },
    becomesReady: () => address,
  })
}
