import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { expectAccessible, openPage, signUpByPage } from './browser.ts'
import { uploadAs } from './files.ts'
import { startProduct } from './product.ts'
import { JOB_STARTED } from './start-query.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const undo: (() => unknown)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Returns the example program from the guide. */
function programOfTheGuide(): string {
  const guide = readFileSync(join(ROOT, 'docs', 'writing-steps.md'), 'utf8')
  return /```ts\n(.*?)```/s.exec(guide)?.[1] ?? ''
}

/** A program with a step whose manifest says how the step is found and shown. */
const CALIBRATION = `import { readFile, writeFile } from 'node:fs/promises'
import { defineStep, runWorker, StepError } from '@millrace/worker-sdk'

const calibrate = defineStep({
  functionName: 'calibrate_probe',
  version: '2.1.0',
  title: 'Calibrate a probe',
  shortDescription: 'Finds the offset of a probe from a reference bath.',
  categories: ['Calibration'],
  tasks: ['offset of a thermometer'],
  icon: 'calculator',
  showFirst: ['note'],
  parameters: {
    type: 'object',
    properties: { reference: { type: 'number', title: 'Reference', default: 20, 'x-unit': '°C' } },
  },
  inputs: [{ name: 'readings', title: 'Readings', mediaType: 'text/csv' }],
  outputs: [
    { name: 'corrected', title: 'Corrected readings', mediaType: 'text/csv' },
    { name: 'note', title: 'Calibration note', mediaType: 'text/plain' },
  ],
  returns: {
    type: 'object',
    properties: { offset: { type: 'number', title: 'Offset', 'x-unit': '°C' }, readings: { type: 'integer', title: 'Readings' } },
  },
  examples: [
    {
      title: 'A bath of 20 °C',
      description: 'Three readings that are half a degree too high.',
      inputs: { readings: [{ name: 'bath.csv', text: 'temperature\\n20.4\\n20.5\\n20.6\\n' }] },
    },
    {
      title: 'Melting ice',
      parameters: { reference: 0 },
      inputs: { readings: [{ name: 'ice.csv', text: 'temperature\\n0.1\\n0.3\\n' }] },
    },
  ],
  async run({ parameters, input, output }) {
    const values = (await readFile(await input('readings').path(), 'utf8')).trim().split('\\n').slice(1).map(Number)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const offset = Math.round((mean - parameters.reference) * 1000) / 1000
    await writeFile(output('corrected', { suffix: '_corrected.csv' }), values.map((value) => value - offset).join('\\n'))
    await writeFile(output('note', { suffix: '_note.txt' }), 'The probe reads ' + offset + ' too high.')
    return { offset, readings: values.length }
  },
})

await runWorker({ steps: [calibrate] })
`

/** Runs a program as the guide describes. */
function startWorker(program: string, env: Record<string, string>): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'own-steps-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'my-steps.ts'), program)
  const { PATH = '' } = process.env
  const worker = spawn(process.execPath, ['my-steps.ts'], {
    cwd: folder,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.push(async () => {
    worker.kill('SIGKILL')
    await once(worker, 'close')
  })
  return worker
}

/** Starts the product, signs up and creates a worker’s key. Returns the settings that the page shows with the key. */
async function ownerOfAKey(): Promise<{ page: Page; settings: Record<string, string> }> {
  const product = await startProduct()
  undo.push(async () => {
    await product.stop()
    product.remove()
  })
  const page = await openPage('/', { baseURL: product.url })
  undo.push(() => page.context().close())
  await signUpByPage(page)
  await page.goto('/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New API key' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('My steps')
  await form.getByRole('combobox', { name: 'For' }).click()
  await page.getByRole('option', { name: 'A worker' }).click()
  await form.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy the key now' })
  const sample = (await dialog.locator('pre').textContent()) ?? ''
  return {
    page,
    settings: Object.fromEntries([...sample.matchAll(/export (\w+)=(.+)/g)].map(([, name, value]) => [name, value])),
  }
}

describe('a custom step', () => {
  it('is registered by its worker and runs, as described in the guide', async () => {
    const { page, settings } = await ownerOfAKey()
    const worker = startWorker(programOfTheGuide(), settings)
    const [line] = await firstLine(worker)
    expect(line).toMatch(/is ready: 1 step,/)

    await uploadAs(page, 'levels.csv')
    await page.goto('/jobs?start=new')
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: /levels/ }).click()
    await panel.getByRole('button', { name: /First rows/ }).click()
    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText(JOB_STARTED).first().waitFor()
    await page.goto('/jobs')
    await page.getByRole('link', { name: /First rows/ }).click()

    await page.getByText('levels_head.csv').first().waitFor()
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByText('Kept 10 of 50 rows.').waitFor()
  })

  it('shows its icon, category, examples, units and first result like a built-in one', { tags: 'long' }, async () => {
    const { page, settings } = await ownerOfAKey()
    const worker = startWorker(CALIBRATION, settings)
    await firstLine(worker)

    await page.goto('/processing-steps?view=cards&category=Calibration')
    const card = page.getByRole('listitem').filter({ hasText: 'calibrate_probe 2.1.0' })
    await card.getByText('Finds the offset of a probe from a reference bath.').waitFor()
    await card.getByText('Example: A bath of 20 °C').waitFor()
    await card.locator('svg.lucide-calculator').waitFor()
    await page.goto('/processing-steps?view=cards')
    await page.getByLabel('Search steps').fill('offset thermometer')
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'calibrate_probe' }).count()).toBe(1)
    await expectAccessible(page)

    await card.getByRole('link', { name: 'Calibrate a probe' }).click()
    await page.getByRole('heading', { level: 1, name: 'Calibrate a probe' }).waitFor()
    const examples = page.getByRole('region', { name: 'Examples' })
    await examples.getByText('Three readings that are half a degree too high.').waitFor()
    await examples.getByText('Melting ice').waitFor()
    await expectAccessible(page)
    await examples.getByRole('button', { name: 'Run the example “A bath of 20 °C”' }).click()

    await page.getByRole('heading', { level: 1, name: 'Calibrate a probe: A bath of 20 °C' }).waitFor()
    await page.getByRole('tab', { name: /^Results?/ }).click()
    const returned = page.getByRole('region', { name: 'Returned value' })
    await returned.getByText('0.5 °C').waitFor()
    await returned.getByText('Offset').waitFor()
    const files = page.getByRole('region', { name: /^bath_/ })
    await expect
      .poll(() => files.evaluateAll((regions) => regions.map((region) => region.ariaLabel)))
      .toEqual(['bath_note.txt', 'bath_corrected.csv'])
    await page.getByText('The probe reads 0.5 too high.').first().waitFor()
    await expectAccessible(page)
  })
})

function firstLine(worker: ChildProcess): Promise<string[]> {
  if (!worker.stdout) throw new Error('The worker has no output.')
  return once(createInterface({ input: worker.stdout }), 'line') as Promise<string[]>
}
