import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { daysOutOfRange } from '../apps/web/src/features/api-keys/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { loseReplyTo } from './lost-replies.ts'

/** Creates a key on the page and returns its text, which is shown only once. */
async function makesKey(page: Page, note: string, lifetime?: string): Promise<string> {
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New API key' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(note)
  if (lifetime) {
    await form.getByRole('combobox', { name: 'Lifetime' }).click()
    await page.getByRole('option', { name: lifetime }).click()
  }
  await form.getByRole('button', { name: 'Create key' }).click()
  const once = page.getByRole('dialog', { name: 'Copy the key now' })
  return (await once.locator('code').first().textContent()) ?? ''
}

/** Returns the status of the reply when a program requests the entry point with the key. */
async function statusWith(key: string): Promise<number> {
  const reply = await fetch(`${inject('productUrl')}/api/EntryPoint`, { headers: { 'x-api-key': key } })
  return reply.status
}

const openKeys = async () => {
  const page = await asNewUser({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/settings/keys')
  await page.getByText('No API keys yet').waitFor()
  return page
}

describe('API keys', () => {
  it('are created, used by a program, turned off and on with immediate effect, and deleted', async () => {
    const page = await openKeys()
    const sample = await page.getByRole('region', { name: 'Try it with Python' }).textContent()
    expect(sample).toContain('pip install pinexq-client')
    expect(sample).toContain('print(pandas.read_parquet(')
    await expectAccessible(page)

    const key = await makesKey(page, 'Gauge poller')
    const once = page.getByRole('dialog', { name: 'Copy the key now' })
    await expectAccessible(page)
    await once.getByText('Python', { exact: true }).click()
    await expect.poll(() => once.locator('pre').textContent()).toContain(`"${key}")`)
    expect(await once.locator('pre').textContent()).toContain('print(pandas.read_parquet(')
    await once.getByRole('button', { name: 'Copy key' }).click()
    await once.getByText('Not copied yet').waitFor({ state: 'detached' })
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
    await once.getByRole('button', { name: 'Close' }).click()
    await once.waitFor({ state: 'detached' })
    expect(await statusWith(key)).toBe(200)

    const row = page.getByRole('row', { name: /Gauge poller/ })
    await row.getByText(`…${key.slice(-4)}`).waitFor()
    await row.getByText('in 90 days').waitFor()
    await expectAccessible(page)
    await row.getByRole('switch', { name: 'Gauge poller is active' }).click()
    await page.getByText('Gauge poller turned off').waitFor()
    expect(await statusWith(key)).toBe(401)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusWith(key)).toBe(200)

    await row.getByRole('button', { name: 'Delete Gauge poller' }).click()
    await page.getByRole('button', { name: 'Delete key' }).click()
    await page.getByText('No API keys yet').waitFor()
    expect(await statusWith(key)).toBe(401)
  })

  it('are created once if the reply was lost and the request is repeated', async () => {
    const page = await openKeys()
    allowConsoleErrors(/ERR_FAILED/)
    await page.getByRole('button', { name: 'New key' }).click()
    const form = page.getByRole('dialog', { name: 'New API key' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Gauge poller')
    const button = form.getByRole('button', { name: 'Create key' })

    await loseReplyTo(button, 'keys*')
    await form.getByRole('alert').getByText('The server can’t be reached').waitFor()
    await button.click()

    const once = page.getByRole('dialog', { name: 'Copy the key now' })
    expect(await statusWith((await once.locator('code').first().textContent()) ?? '')).toBe(200)
    const keys = (await (await page.request.get('/api/keys')).json()) as unknown[]
    expect(keys).toMatchObject([{ note: 'Gauge poller' }])
  })

  it('can be limited to reading, or to running some steps', async () => {
    const page = await openKeys()
    await page.getByRole('button', { name: 'New key' }).click()
    const form = page.getByRole('dialog', { name: 'New API key' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Dashboard')
    await form.getByRole('textbox', { name: 'Steps' }).fill('clean_table')
    await form.getByRole('combobox', { name: 'Access' }).press('ArrowDown')
    await page.getByRole('option', { name: 'Read and run jobs' }).press('Enter')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create key' }).click()
    const once = page.getByRole('dialog', { name: 'Copy the key now' })
    const key = (await once.locator('code').first().textContent()) ?? ''

    const reply = await fetch(`${inject('productUrl')}/api/ProcessingStep/RegisterNew`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{}',
    })

    expect(reply.status).toBe(403)
    await once.getByRole('button', { name: 'Copy key' }).click()
    await once.getByText('Not copied yet').waitFor({ state: 'detached' })
    await once.getByRole('button', { name: 'Close' }).click()
    const row = page.getByRole('row', { name: /Dashboard/ })
    await row.getByText('Read and run jobs · clean_table only').waitFor()
    await page.reload()
    await row.getByText('127.0.0.1').or(row.getByText('::1')).first().waitFor()
  })

  it('cannot be dismissed by accident before they are copied', async () => {
    const page = await openKeys()
    await makesKey(page, 'Notebook', 'Never expires')
    const once = page.getByRole('dialog', { name: 'Copy the key now' })

    await page.keyboard.press('Escape')
    await once.getByRole('alert').getByText('won’t be shown again').waitFor()
    await once.getByRole('button', { name: 'Keep open' }).click()
    await once.getByRole('button', { name: 'Close', exact: true }).dblclick()
    await once.getByText('Not copied yet').waitFor()
    await once.getByRole('button', { name: 'Close', exact: true }).click()
    await once.getByRole('button', { name: 'Close without copying' }).click()

    await once.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /Notebook/ })
      .getByText('never')
      .first()
      .waitFor()
  })

  it('report missing and invalid input before they are created', async () => {
    const page = await openKeys()
    await page.getByRole('button', { name: 'New key' }).click()
    const form = page.getByRole('dialog', { name: 'New API key' })
    await form.getByRole('combobox', { name: 'Lifetime' }).click()
    await page.getByRole('option', { name: 'Custom' }).click()
    await form.getByRole('textbox', { name: 'Days' }).fill('1.5')

    await form.getByRole('button', { name: 'Create key' }).click()

    await form.getByText('Enter a name.').waitFor()
    await form.getByText(daysOutOfRange).waitFor()
    await expectAccessible(page)
  })
})
