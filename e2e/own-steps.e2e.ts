import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
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

/** Runs the program in the guide as the guide describes. */
function startWorkerOfTheGuide(env: Record<string, string>): ChildProcess {
  const guide = readFileSync(join(ROOT, 'docs', 'writing-steps.md'), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'own-steps-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'my-steps.ts'), /```ts\n(.*?)```/s.exec(guide)?.[1] ?? '')
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

describe('a custom step', () => {
  it('is registered by its worker and runs, as described in the guide', async () => {
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
    await form.getByRole('textbox', { name: 'Note' }).fill('My steps')
    await form.getByRole('combobox', { name: 'For' }).click()
    await page.getByRole('option', { name: 'A worker' }).click()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create key' }).click()
    const once = page.getByRole('dialog', { name: 'Copy the key now' })
    const sample = (await once.locator('pre').textContent()) ?? ''

    const settings = Object.fromEntries(
      [...sample.matchAll(/export (\w+)=(.+)/g)].map(([, name, value]) => [name, value]),
    )
    const worker = startWorkerOfTheGuide(settings)
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
})

function firstLine(worker: ChildProcess): Promise<string[]> {
  if (!worker.stdout) throw new Error('The worker has no output.')
  return once(createInterface({ input: worker.stdout }), 'line') as Promise<string[]>
}
