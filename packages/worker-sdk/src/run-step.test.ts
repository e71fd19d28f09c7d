import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

it('a step leaves its outputs in the folder under their names, even when it runs again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-outputs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const step = defineStep({
    functionName: 'words',
    version: '1.0.0',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
    outputs: [{ name: 'first' }, { name: 'second' }],
    async run({ folder: own, output, parameters }) {
      // Fails if the file exists, like an engine that creates its database file.
      await writeFile(join(own, 'made-once'), '', { flag: 'wx' })
      for (const slot of ['first', 'second'])
        await writeFile(output(slot, { name: 'word.txt' }), `${slot} ${parameters.word}`)
    },
  })

  await runStep(step, { inputs: {}, parameters: { word: 'old' }, folder })
  const { outputs } = await runStep(step, { inputs: {}, parameters: { word: 'new' }, folder })

  expect((await readdir(folder)).toSorted()).toEqual(['word (2).txt', 'word.txt'])
  expect(await Promise.all(outputs.map(({ path }) => readFile(path, 'utf8')))).toEqual(['first new', 'second new'])
  expect(outputs[0]?.path).toBe(join(folder, 'word.txt'))
})
