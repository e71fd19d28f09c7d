import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { exitMessage } from './exit-message.ts'
import { guardOrphans } from './orphan-guard.ts'
import { printedLines } from './printed-lines.ts'

/** Whether the process is running. A zombie, whose parent has not read the exit code yet, counts as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

describe('guardOrphans', () => {
  it('kills the groups it watches when the worker dies, but not those it no longer watches', async () => {
    const watched = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' })
    const forgotten = spawn('sleep', ['301'], { detached: true, stdio: 'ignore' })
    const guard = guardOrphans()
    guard.watch(forgotten.pid ?? 0)
    guard.watch(watched.pid ?? 0)
    guard.forget(forgotten.pid ?? 0)

    guard.close()
    await once(watched, 'exit')

    expect(isAlive(forgotten.pid ?? 0)).toBe(true)
    forgotten.kill('SIGKILL')
  })
})

describe('printedLines', () => {
  it('emits the lines of each job up to its marker', async () => {
    const stream = new PassThrough()
    const read = printedLines(stream)
    const first: string[] = []
    const second: string[] = []

    const one = read('<end 1>', (line) => first.push(line))
    stream.write('a\r\nb')
    stream.write('c\nno line feed<end 1>\nbetween\n')
    await one
    const two = read('<end 2>', (line) => second.push(line))
    stream.write('d\n<end 2>\n')
    await two

    expect([first, second]).toEqual([['a', 'bc', 'no line feed'], ['d']])
  })

  it('cuts an endless line instead of buffering it', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    void printedLines(stream)('<end>', (line) => lines.push(line))

    stream.write('x'.repeat(100_000))
    await sleep(0)

    expect(lines.map((line) => line.length)).toEqual([100_000])
  })

  it('ends with the stream', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    const read = printedLines(stream)('<end>', (line) => lines.push(line))

    stream.write('last words')
    stream.destroy()
    await read

    expect(lines).toEqual(['last words'])
  })
})

describe('exitMessage', () => {
  it.each([
    [{ exitCode: null, signalCode: 'SIGKILL' }, [], /was killed \(SIGKILL\), often because it ran out of memory/],
    [{ exitCode: 137, signalCode: null }, [], /was killed \(SIGKILL\)/],
    [{ exitCode: null, signalCode: 'SIGSEGV' }, [], /crashed \(SIGSEGV\)/],
    [{ exitCode: 3, signalCode: null }, [], /exited with code 3/],
    [
      { exitCode: 134, signalCode: null },
      ['FATAL ERROR: … JavaScript heap out of memory'],
      /ran out of memory\. Use a/,
    ],
    [{ exitCode: null, signalCode: null }, [], /could not start a process/],
  ] as const)('%j', (exit, lines, sentence) => {
    expect(exitMessage(exit, lines)).toMatch(sentence)
  })
})
