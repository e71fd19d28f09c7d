import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { takeLock } from './lock.mjs'
import { identify, isStill } from './processes.mjs'

const URL = 'http://localhost:3000'
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function dataDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  folders.push(folder)
  return folder
}

const fileIn = (folder: string) => join(folder, 'launcher.lock')

describe('the lock of a data directory', () => {
  it('can be acquired once, and again after it was released', async () => {
    const folder = dataDirectory()
    const lock = await takeLock(folder, URL)

    await expect(takeLock(folder, URL)).rejects.toThrow(/already runs on this data directory: http:\/\/localhost:3000/)

    lock.release()
    ;(await takeLock(folder, URL)).release()
    expect(existsSync(fileIn(folder))).toBe(false)
  })

  it.each([
    ['nothing', ''],
    ['half of a lock', '{"launcher":{"pid":1'],
    ['something else', '[]'],
  ])('can be acquired although a power failure left %s in its file', async (_what, text) => {
    const folder = dataDirectory()
    writeFileSync(fileIn(folder), text)

    const lock = await takeLock(folder, URL)

    expect(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).toMatchObject({ launcher: { pid: process.pid } })
    lock.release()
  })

  it('is taken over from a dead launcher, whose remaining processes are stopped', async () => {
    const folder = dataDirectory()
    const orphan = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const left = identify(orphan.pid ?? 0)
    const gone = { pid: 4_194_300, started: '1' }
    writeFileSync(fileIn(folder), JSON.stringify({ launcher: gone, url: URL, parts: { worker: left } }))

    const lock = await takeLock(folder, URL)

    expect(isStill(left)).toBe(false)
    lock.release()
  })

  it('is taken over without stopping an unrelated process that reuses a pid', async () => {
    const folder = dataDirectory()
    const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const parts = { server: { pid: stranger.pid, started: '1' } }
    writeFileSync(fileIn(folder), JSON.stringify({ launcher: { pid: stranger.pid, started: '1' }, url: URL, parts }))

    const lock = await takeLock(folder, URL)

    expect(isStill(identify(stranger.pid ?? 0))).toBe(true)
    stranger.kill()
    lock.release()
  })
})
