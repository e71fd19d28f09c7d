import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Part } from './child.mjs'
import { isAlive, stopGroup } from './processes.mjs'
import { supervise } from './supervise.mjs'

vi.spyOn(process.stdout, 'write').mockReturnValue(true)

function startSleeper(started: Part[]): Part {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  const ended = new Promise<string>((settle) => child.once('exit', (_code, by) => settle(String(by))))
  const pid = child.pid ?? 0
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const part = { pid, detail: '', ended, stop: () => stopGroup(pid, isRunning, 1000) }
  onTestFinished(part.stop)
  started.push(part)
  return part
}

describe('a supervised part', () => {
  it('stops although everything is stopped while it is being restarted', async () => {
    const started: Part[] = []
    const stop = new AbortController()
    const slow = Promise.withResolvers<void>()
    const restarting = Promise.withResolvers<void>()
    const supervised = await supervise(
      'database',
      async () => {
        if (started.length > 0) {
          restarting.resolve()
          await slow.promise
        }
        return startSleeper(started)
      },
      { signal: stop.signal, needs: [] },
    )

    process.kill(started[0]?.pid ?? 0, 'SIGKILL')
    await restarting.promise
    stop.abort()
    const stopped = supervised.stop()
    slow.resolve()
    await stopped

    expect(started).toHaveLength(2)
    expect(started.filter(({ pid }) => isAlive(pid))).toEqual([])
  })

  it('starts again if a part that it needs ended during its first start', async () => {
    const databases: Part[] = []
    const servers: Part[] = []
    const stop = new AbortController()
    const { signal } = stop
    const database = await supervise('database', async () => startSleeper(databases), { signal, needs: [] })
    let tries = 0

    const server = await supervise(
      'server',
      async () => {
        tries += 1
        if (tries > 1) return startSleeper(servers)
        process.kill(databases[0]?.pid ?? 0, 'SIGKILL')
        while (database.endings() === 0) await sleep(1)
        throw new Error('The server did not start: the database is gone.')
      },
      { signal, needs: [database] },
    )

    expect([tries, databases.length, servers.length]).toEqual([2, 2, 1])
    stop.abort()
    await server.stop()
    await database.stop()
    expect([...databases, ...servers].filter(({ pid }) => isAlive(pid))).toEqual([])
  })

  it('fails if its first start fails for another reason', async () => {
    const { signal } = new AbortController()
    const start = () => Promise.reject(new Error('Port 3000 is in use.'))

    await expect(supervise('server', start, { signal, needs: [] })).rejects.toThrow('Port 3000 is in use.')
  })
})
