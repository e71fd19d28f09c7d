import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from './api-client.ts'
import { backUp } from './back-up.ts'
import { allowConsoleErrors, asUser, expectAccessible } from './browser.ts'
import { fillSignIn } from './people.ts'
import { newDataDirectory, type Product, startProduct } from './product.ts'
import { asSuperuser } from './superuser.ts'

let product: Product
let administrator: Person
const folder = newDataDirectory()

beforeAll(async () => {
  product = await startProduct()
  administrator = await signUp(product.url, 'First Administrator')
})
afterAll(async () => {
  await product?.stop()
  product?.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function opens(options: BrowserContextOptions = {}) {
  const page = await asUser(administrator, { baseURL: product.url, ...options })
  await page.goto('/admin/system')
  return page
}

const forgets = (email: string) => administrator.post('/api/auth/request-password-reset', { email })

describe('the system page', () => {
  it('shows versions, storage, the queue and workers', async () => {
    const page = await opens()
    const section = (name: string) => page.getByRole('region', { name, exact: true })

    await section('Server')
      .getByText(/^18\.\d/)
      .waitFor()
    await section('Storage')
      .getByText(/^[\d.]+\s\w+, for the database$/)
      .waitFor()
    await section('Queue').getByText('No jobs waiting').waitFor()
    await section('Workers').getByText('1 worker connected').waitFor()
    const worker = section('Workers').getByRole('listitem')
    await worker.getByText(/^\d+ steps$/).waitFor()
    await section('Workers').getByText('The step “Run a workflow” runs on the server, not on a worker.').waitFor()
    await worker.getByText('Seen just now').waitFor()
    await worker.getByText(/^(Steps have no|Its steps keep the) network/).waitFor()
  })

  it('says for each worker whether its steps can reach the network, and what to do where the system allows no isolation', async () => {
    await asSuperuser(product.dataDirectory, (client) =>
      client.query(`insert into worker (key_id, name, steps, step_network, seen_at)
        select key_id, network, 1, network, now() from worker, unnest(array['none', 'allowed', 'kept']) as network`),
    )
    const page = await opens()
    const worker = (name: string) =>
      page.getByRole('list', { name: 'Workers' }).getByRole('listitem').filter({ hasText: name })

    await worker('none').getByText('Steps have no network access.').waitFor()
    await worker('allowed').getByText('Its steps may use the network (STEP_NETWORK=on).').waitFor()
    await worker('kept').getByText('Restrict the network of the worker’s container').waitFor()
    await expectAccessible(page)
  })

  it('shows when the last backup was made, or that no backup is recorded', { tags: 'long' }, async () => {
    const page = await opens()
    const section = page.getByRole('region', { name: 'Backup', exact: true })
    await section.getByText('No backup recorded').waitFor()
    await expectAccessible(page)
    const target = join(folder, 'copy')

    await backUp(product.dataDirectory, target)
    await page.reload()

    await section.getByText('Backed up', { exact: true }).waitFor()
    await section.getByText(target, { exact: true }).waitFor()
    await expectAccessible(page)
  })

  it('shows emails in the outbox with their text', async () => {
    const mara = await signUp(product.url, 'Mara Lindqvist')
    await forgets(mara.email)
    const page = await opens()
    const row = page.getByRole('list', { name: 'Outbox' }).getByRole('button', { name: mara.email })

    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('list', { name: 'Outbox' }).waitFor()
        return row.count()
      })
      .toBe(1)
    await row.focus()
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Set a new password' })
    await dialog.getByText(`${product.url}/reset-password?token=`).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('sec/F7 asks administrators who signed in a while ago to sign in again before they read an email', async () => {
    const aylin = await signUp(product.url, 'Aylin Kaya')
    await forgets(aylin.email)
    const page = await opens({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const mail = page.getByRole('list', { name: 'Outbox' }).getByRole('button', { name: aylin.email })
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('list', { name: 'Outbox' }).waitFor()
        return mail.count()
      })
      .toBe(1)
    await asSuperuser(product.dataDirectory, (client) =>
      client.query(`alter table session disable trigger session_lifetime;
        update session set created_at = now() - interval '61 minutes';
        alter table session enable trigger session_lifetime`),
    )

    await mail.click()
    const again = page.getByRole('dialog', { name: 'Sign in to continue' })
    await again.waitFor()
    allowConsoleErrors(/403/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await again.waitFor({ state: 'hidden' })
    await mail.click()
    await again.waitFor()
    allowConsoleErrors(/403/)
    await fillSignIn(page, undefined, administrator.password)
    await again.waitFor({ state: 'hidden' })
    await mail.click()

    await page.getByRole('dialog', { name: 'Set a new password' }).waitFor()
  })

  it('shows emails that could not be delivered, and delivers them once the cause is gone', async () => {
    const jonas = await signUp(product.url, 'Jonas Weber')
    const outbox = join(product.dataDirectory, 'outbox')
    rmSync(outbox, { recursive: true, force: true })
    writeFileSync(outbox, 'not a folder')
    await forgets(jonas.email)
    const page = await opens()
    const failed = page.getByRole('list', { name: 'Emails not delivered' })

    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'Outbox' }).waitFor()
        return failed.getByText(/EEXIST/).count()
      })
      .toBe(1)
    await expectAccessible(page)
    rmSync(outbox)
    await failed.getByRole('button', { name: `Retry Set a new password to ${jonas.email}` }).click()

    await failed.waitFor({ state: 'hidden' })
    await page.getByRole('list', { name: 'Outbox' }).getByText(jonas.email).waitFor()
  })
})
