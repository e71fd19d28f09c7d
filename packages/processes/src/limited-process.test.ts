import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { forkLimited } from './limited-process.ts'

const PROGRAM = `
import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
process.once('message', () => {
  const grandchild = execFileSync(process.execPath, ['-p', 'os.getPriority()'])
  process.send([getPriority(), Number(grandchild)])
})
`

function program(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-limited-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const entry = join(folder, 'program.mjs')
  writeFileSync(entry, PROGRAM)
  return entry
}

it.each([
  ['with a memory limit', 500_000_000],
  ['without one', Number.POSITIVE_INFINITY],
])('a forked program %s yields the processors to this process, and so does what it starts', async (_, memoryBytes) => {
  const entry = program()
  const { child } = forkLimited(entry, { memoryBytes, niceness: 7, onExceeded: () => child.kill('SIGKILL') })
  onTestFinished(() => void child.kill('SIGKILL'))

  child.send('report')

  const expected = Math.min(getPriority() + 7, 19)
  expect((await once(child, 'message'))[0]).toEqual([expected, expected])
})

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
