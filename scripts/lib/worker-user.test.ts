import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { workerUser } from './worker-user.mjs'

const parent = mkdtempSync(join(tmpdir(), 'worker-user-'))
const folder = join(parent, 'worker')
mkdirSync(folder, { mode: 0o700 })
const program = new URL('../../apps/worker/src/main.ts', import.meta.url).pathname
afterAll(() => rmSync(parent, { recursive: true, force: true }))

describe.runIf(process.getuid?.() === 0)('the worker that root starts', () => {
  it('runs as a user who owns only its scratch folder', () => {
    chmodSync(parent, 0o711)

    const user = workerUser(program, folder)
    const script = 'process.stdout.write(String(process.getuid())); require("node:fs").writeFileSync("a", "")'
    const { stdout } = spawnSync(process.execPath, ['--eval', script], { ...user, cwd: folder, encoding: 'utf8' })

    expect(Number(stdout)).toBe(user?.uid)
    expect(user?.uid).not.toBe(0)
    expect(statSync(join(folder, 'a')).uid).toBe(user?.uid)
  })

  it('runs as root if that user cannot reach the folder, and says so', () => {
    chmodSync(parent, 0o700)
    const said: unknown[] = []
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((line) => said.push(line) > 0)

    const user = workerUser(program, folder)

    out.mockRestore()
    expect(user).toBeUndefined()
    expect(statSync(folder).uid).toBe(0)
    expect(said.join()).toContain('runs as root, because the user nobody cannot reach')
  })
})
