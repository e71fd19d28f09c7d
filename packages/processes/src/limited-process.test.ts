import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { forkLimited } from './limited-process.ts'
import { withoutNetwork } from './without-network.ts'

const PROGRAM = `
import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
process.once('message', () => {
  const grandchild = execFileSync(process.execPath, ['-p', 'os.getPriority()'])
  process.send([getPriority(), Number(grandchild)])
})
`

const CALLER = `
process.once('message', (url) => fetch(url).then((reply) => process.send(reply.status), () => process.send('unreachable')))
`

function program(text = PROGRAM): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-limited-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const entry = join(folder, 'program.mjs')
  writeFileSync(entry, text)
  return entry
}

it.each([
  ['with a memory limit', 500_000_000],
  ['without one', Number.POSITIVE_INFINITY],
])(
  'a forked program %s yields the processors to this process, and so do programs that it starts',
  async (_, memoryBytes) => {
    const entry = program()
    const { child } = forkLimited(entry, { memoryBytes, niceness: 7, onExceeded: () => child.kill('SIGKILL') })
    onTestFinished(() => void child.kill('SIGKILL'))

    child.send('report')

    const expected = Math.min(getPriority() + 7, 19)
    expect((await once(child, 'message'))[0]).toEqual([expected, expected])
  },
)

it.runIf(existsSync('/proc/self/autogroup'))('a program in its own session also yields to other sessions', async () => {
  const { child } = forkLimited(program(), {
    memoryBytes: 500_000_000,
    niceness: 7,
    onExceeded: () => child.kill('SIGKILL'),
    detached: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))

  const group = () => readFileSync(`/proc/${child.pid}/autogroup`, 'utf8').trim()

  await expect.poll(group).toMatch(/nice 7$/)
})

it.for([
  ['reaches a server of this machine', true, 200],
  ['without a network reaches none', false, 'unreachable'],
] as const)('a program %s', async ([, hasNetwork, expected], { skip }) => {
  skip(!hasNetwork && !withoutNetwork(), 'This system allows no network namespaces (unshare --net).')
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const limits = { memoryBytes: 500_000_000, niceness: 7, hasNetwork }
  const { child } = forkLimited(program(CALLER), { ...limits, onExceeded: () => child.kill('SIGKILL') })
  onTestFinished(() => void child.kill('SIGKILL'))

  child.send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  expect((await once(child, 'message'))[0]).toBe(expected)
})
