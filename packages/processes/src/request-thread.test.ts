import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requestThread } from './request-thread.ts'

it('handles one request after another, and continues in a new thread when one has ended or is ending', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'thread-'))
  const entry = join(folder.path, 'square.mjs')
  writeFileSync(
    entry,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', (n) => {
       if (n < 0) throw new Error('negative')
       parentPort.postMessage(n * n)
     })`,
  )
  const thread = requestThread<number, number>(entry, 16)

  expect([await thread.ask(3), await thread.ask(4)]).toEqual([9, 16])
  await expect(thread.ask(-1)).rejects.toThrow('The thread ended before it replied.')
  expect(await thread.ask(5)).toBe(25)
  thread.end()
  expect(await thread.ask(6)).toBe(36)
  thread.end()
})
