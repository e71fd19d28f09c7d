import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { descendantsOf, killTree } from './process-tree.ts'

const FAMILY = 'setsid sleep 300 & (sleep 301 & wait) & wait'

/** Whether the process is running. A zombie, whose parent has not read the exit code yet, counts as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** Starts a shell with children, one of which has its own session. */
async function family() {
  const shell = spawn('/bin/sh', ['-c', FAMILY], { detached: true, stdio: 'ignore' })
  const pid = shell.pid ?? 0
  await expect.poll(() => descendantsOf(pid).length).toBe(3)
  return { shell, pid, descendants: descendantsOf(pid) }
}

describe('killTree', () => {
  it('kills a process with all its descendants, even those that left its group', async () => {
    const { shell, pid, descendants } = await family()

    killTree(pid)
    await once(shell, 'exit')

    await expect.poll(() => descendants.filter(isAlive)).toEqual([])
  })

  it('ignores a process that no longer exists', async () => {
    const shell = spawn('/bin/true', { detached: true, stdio: 'ignore' })
    await once(shell, 'exit')

    expect(() => killTree(shell.pid ?? 0)).not.toThrow()
  })
})
