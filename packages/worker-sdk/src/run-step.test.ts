import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { defineStep } from './define-step.ts'
import { runStep } from './run-step.ts'

it('a step reads parts of an input at the same time, also equal ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-parts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const content = Buffer.from('0123456789'.repeat(1000))
  await writeFile(join(folder, 'digits.txt'), content)
  const ends = [4000, 10, 10, 3000]
  const step = defineStep({
    functionName: 'parts',
    version: '1.0.0',
    inputs: [{ name: 'file' }],
    async run(context) {
      const parts = ends.map(async (end) => buffer(await context.input('file').stream({ start: 0, end })))
      return (await Promise.all(parts)).map(({ length }) => length)
    },
  })

  const { result } = await runStep(step, { inputs: { file: join(folder, 'digits.txt') }, folder: join(folder, 'job') })

  expect(result).toEqual(ends.map((end) => end + 1))
})
