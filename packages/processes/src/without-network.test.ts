import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { forkLimited } from './limited-process.ts'
import { forgetNetworkNamespaces } from './without-network.ts'

/**
 * Replaces `unshare` and starts the program. Fails if the file `denied` exists, as on a system without free namespaces.
 */
const UNSHARE = `#!/bin/sh
[ -e "$(dirname "$0")/denied" ] && exit 1
while [ "\${1#--}" != "$1" ]; do shift; done
exec "$@"
`
const PROGRAM = "process.once('message', () => process.send('ready', () => process.disconnect()))"

it.runIf(process.platform === 'linux')('a program starts with the network if namespaces are used up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-unshare-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'unshare'), UNSHARE, { mode: 0o755 })
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  forgetNetworkNamespaces()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    forgetNetworkNamespaces()
  })
  const end = async () => {
    const limits = { memoryBytes: 500_000_000, niceness: 0, hasNetwork: false }
    const { child } = forkLimited(join(folder, 'program.mjs'), { ...limits, onExceeded: () => child.kill('SIGKILL') })
    child.send('start', () => {})
    return (await once(child, 'exit'))[0]
  }

  expect(await end()).toBe(0)
  writeFileSync(join(folder, 'denied'), '')

  expect(await end()).toBe(1)
  expect(await end()).toBe(0)
})
