import { describe, expect, it } from 'vitest'
import { expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'

describe('the palette', () => {
  it('finds pages, resources and commands, and starts a job, with the keyboard alone', async () => {
    const page = await openAsNewUser()
    await uploadAs(page, 'cochem levels.csv')
    const palette = page.getByRole('dialog', { name: 'Search or run a command' })
    const field = palette.getByRole('combobox')
    const open = async () => {
      await page.getByRole('button', { name: 'Search or run a command' }).waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await field.waitFor()
    }

    await open()
    await expectAccessible(page)
    await page.keyboard.type('process')
    await palette.getByRole('option', { name: 'Processing steps', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Processing steps' }).waitFor()

    await open()
    await page.keyboard.type('levels')
    await palette.getByRole('option', { name: /cochem levels\.csv/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'cochem levels.csv' }).waitFor()

    await open()
    await palette.getByRole('option', { name: 'Start job with this' }).waitFor()
    await page.keyboard.type('>start job with')
    await palette.getByRole('option', { name: 'Start job with this' }).click()
    await page
      .getByRole('dialog', { name: 'Start a job' })
      .getByText('cochem levels.csv')
      .filter({ visible: true })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')

    await page.goto('/jobs')
    await open()
    await palette.getByRole('group', { name: 'Recent' }).getByText('cochem levels.csv').waitFor()
    await page.keyboard.type('clean table')
    await palette.getByRole('option', { name: /Start a job with Clean table/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog', { name: 'Start a job' })
      .getByText('clean_table')
      .filter({ visible: true })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    await open()
    await page.keyboard.type('no such thing')
    await palette.getByText('No results for “no such thing”').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => palette.count()).toBe(0)
  })

  it('finds tags behind a # and workspaces behind an @', async () => {
    const page = await openAsNewUser({ name: 'Jonas Weber' })
    const upload = await page.request.post('/api/WorkData/UploadWorkData', {
      headers: { origin: new URL(page.url()).origin },
      multipart: {
        files: { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') },
        tags: JSON.stringify(['köln 2024']),
      },
    })
    expect(upload.status()).toBe(201)
    const palette = page.getByRole('dialog', { name: 'Search or run a command' })
    await page.goto('/jobs')
    await page.getByRole('button', { name: 'Search or run a command' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').waitFor()

    await page.keyboard.type('@jon')
    await palette.getByRole('option', { name: /^Jonas Weber.*Your workspace/ }).waitFor()
    await expect.poll(() => palette.getByRole('option').count()).toBe(1)
    await palette.getByRole('combobox').fill('#koln')
    await palette.getByRole('option', { name: 'köln 2024', selected: true }).waitFor()
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: 'köln 2024' }).waitFor()
  })

  it('searches everywhere for what a list does not contain', async () => {
    const page = await openAsNewUser()
    await uploadAs(page, 'cochem levels.csv')
    await page.goto('/jobs?Name=cochem')

    await page.getByRole('button', { name: 'Search everywhere' }).click()

    const palette = page.getByRole('dialog', { name: 'Search or run a command' })
    await palette.getByRole('option', { name: /cochem levels\.csv/ }).waitFor()
  })
})
