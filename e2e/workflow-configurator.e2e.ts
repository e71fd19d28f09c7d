import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { emptyCanvas, jsonIsNoWorkflow } from '../apps/web/src/features/workflows/editor/texts.ts'
import { WORKFLOW_TEXTS } from '../apps/web/src/features/workflows/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'

const steps = (page: Page) => page.locator('.react-flow__node')
const edges = (page: Page) => page.locator('.react-flow__edge')
const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const handle = (page: Page, id: string, slot: string) => node(page, id).locator(`[data-handleid="${slot}"]`)
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search steps' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Details' })

async function newWorkflow(page: Page): Promise<void> {
  await page.goto('/workflows/configurator')
  await palette(page).waitFor()
  await page
    .getByRole('option', { name: /Clean table/ })
    .first()
    .waitFor()
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

/** Where the handle is once the canvas has come to rest, with the pointer on it. */
async function middleOf(page: Page, id: string, slot: string): Promise<{ x: number; y: number }> {
  await handle(page, id, slot).hover()
  const box = await handle(page, id, slot).boundingBox()
  if (!box) throw new Error(`There is no handle ${slot} of ${id}.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Uploads a definition without the tags that the configurator gives it. Returns the code of its link. */
async function uploadDefinition(page: Page): Promise<string> {
  const href = await page.evaluate(async () => {
    const nodes = [{ id: 'clean', step: { function: 'clean_table' } }]
    const form = new FormData()
    const text = JSON.stringify({ version: 1, title: 'Uploaded', nodes })
    form.append('files', new Blob([text], { type: 'application/json' }), 'uploaded.workflow.json')
    const reply = await fetch('/api/WorkData/UploadWorkData', { method: 'POST', body: form })
    return reply.headers.get('location') ?? reply.text()
  })
  return Buffer.from(new URL(href, page.url()).pathname).toString('base64url')
}

describe('the configurator', () => {
  it('builds a workflow with the keyboard alone, saves it and opens it again', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await page.getByText(emptyCanvas).waitFor()
    await expectAccessible(page)

    await page.keyboard.press('/')
    await page.keyboard.type('clean table')
    await page.keyboard.press('Enter')
    await node(page, 'clean_table').waitFor()
    await page.getByRole('status').getByText('1 problem').waitFor()

    await palette(page).fill('plot table')
    await page.getByText('Fits after Clean table').waitFor()
    await page.keyboard.press('Enter')
    await node(page, 'plot_table').waitFor()
    await expect.poll(() => edges(page).count()).toBe(1)

    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowLeft')
    await node(page, 'clean_table').and(page.locator('.selected')).waitFor()
    await inspector(page).getByRole('button', { name: 'Add data to table' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'New workflow input' }).focus()
    await page.keyboard.press('Enter')
    await node(page, 'variable-table').waitFor()
    await page.getByRole('status').getByText('No problems').waitFor()
    await expectAccessible(page)

    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 1').waitFor()
    await page.waitForURL(/workflowLink=/)
    await page.reload()
    await expect.poll(() => steps(page).count()).toBe(3)
    await expect.poll(() => edges(page).count()).toBe(2)
  })

  it('selects the node that has the focus with Enter, and moves on to its fields', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await palette(page).fill('clean table')
    await page.keyboard.press('Enter')
    await node(page, 'clean_table').waitFor()
    await palette(page).fill('plot table')
    await page.keyboard.press('Enter')
    await node(page, 'plot_table').and(page.locator('.selected')).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await node(page, 'clean_table').focus()

    await page.keyboard.press('Enter')

    await node(page, 'clean_table').and(page.locator('.selected')).and(page.locator(':focus')).waitFor()
    await node(page, 'plot_table').and(page.locator(':not(.selected)')).waitFor()
    await page.keyboard.press('Enter')
    await inspector(page).locator(':focus').waitFor()
  })

  it('connects with the mouse, offers what fits in the void, and lights up only what fits', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await palette(page).fill('input data')
    await page.keyboard.press('Enter')
    await node(page, 'variable-data').waitFor()
    const start = await middleOf(page, 'variable-data', 'out:')

    await drag(page, start, { x: start.x + 220, y: start.y + 10 })
    const fits = page.getByRole('dialog', { name: 'Matching steps and data' })
    await fits.getByRole('combobox').fill('clean table')
    await page.keyboard.press('Enter')
    await node(page, 'clean_table').waitFor()
    await expect.poll(() => edges(page).count()).toBe(1)

    await page.keyboard.press('Escape')
    const end = await middleOf(page, 'clean_table', 'out:cleaned')
    await page.mouse.move(end.x, end.y)
    await page.mouse.down()
    await page.mouse.move(end.x + 60, end.y + 60, { steps: 4 })
    await expect.poll(() => page.locator('.flow-handle.unfit').count()).toBeGreaterThan(0)
    await expect.poll(() => page.locator('.flow-handle.fits').count()).toBe(0)
    await page.mouse.up()
    await fits.getByRole('combobox').fill('plot table')
    await page.keyboard.press('Enter')
    await expect.poll(() => edges(page).count()).toBe(2)

    await edges(page).last().click({ force: true })
    await inspector(page).getByRole('button', { name: 'Remove connection' }).click()
    await expect.poll(() => edges(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => edges(page).count()).toBe(2)
  })

  it('binds parameters to variables, and shows problems while typing', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await palette(page).fill('aggregate')
    await page.keyboard.press('Enter')
    await node(page, 'aggregate_table').waitFor()

    await inspector(page).getByRole('button', { name: 'Bind Interval', exact: true }).click()
    await page.getByRole('button', { name: 'New variable for Interval' }).click()
    await inspector(page).getByText('variable every').waitFor()
    await page.getByRole('button', { name: 'JSON', exact: true }).first().click()
    const text = page.getByRole('textbox', { name: 'Workflow as JSON' })
    await expect.poll(() => text.inputValue()).toContain('"variable": "every"')

    await text.fill('{ "version": 1, ')
    await page.getByRole('alert').getByText(/JSON/).waitFor()
    await text.fill(
      JSON.stringify({ version: 1, title: 'Typed', nodes: [{ id: 'a', step: { function: 'no_such_step' } }] }),
    )
    await page.getByRole('heading', { level: 1, name: 'Typed' }).waitFor()
    await page.getByRole('status').getByText('There is no processing step “no_such_step”.').waitFor()
    await page.getByRole('button', { name: 'Go there' }).click()
    await node(page, 'a').and(page.locator('.selected')).waitFor()
  })

  it('does not save while the text is not a workflow', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await palette(page).fill('clean table')
    await page.keyboard.press('Enter')
    await node(page, 'clean_table').waitFor()
    await page.getByRole('button', { name: 'JSON', exact: true }).first().click()
    const text = page.getByRole('textbox', { name: 'Workflow as JSON' })

    await text.fill('{ "version": 2 }')

    await page.getByRole('status').getByText(jsonIsNoWorkflow).waitFor()
    await page
      .getByRole('alert')
      .getByText(/version 2/)
      .waitFor()
    const save = page.getByRole('button', { name: /^Save/, description: 'Fix the JSON first' })
    await save.and(page.locator('[aria-disabled=true]')).waitFor()
    await text.press('Control+s')
    await page.getByRole('button', { name: 'JSON', exact: true }).first().click({ force: true })
    expect(await text.inputValue()).toBe('{ "version": 2 }')
    expect(page.url()).not.toContain('workflowLink')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => text.inputValue()).toContain('"clean_table"')
    await page.getByRole('status').getByText('1 problem').waitFor()
    await text.press('Control+s')
    await page.getByText('Saved as version 1').waitFor()
  })

  it('copies, pastes, duplicates, selects, moves and deletes with the keyboard', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await palette(page).fill('clean table')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await node(page, 'clean_table').and(page.locator(':focus')).waitFor()

    await page.keyboard.press('Control+d')
    await expect.poll(() => steps(page).count()).toBe(2)
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect.poll(() => steps(page).count()).toBe(3)
    await page.keyboard.press('Control+a')
    await inspector(page).getByText('3 items selected').waitFor()
    await page.keyboard.press('Delete')
    await expect.poll(() => steps(page).count()).toBe(0)
    await page.keyboard.press('Control+z')
    await expect.poll(() => steps(page).count()).toBe(3)
    await page.keyboard.press('Control+Shift+Z')
    await expect.poll(() => steps(page).count()).toBe(0)
  })

  it('keeps unsaved changes, and asks before they are left', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await palette(page).fill('clean table')
    await page.keyboard.press('Enter')
    await node(page, 'clean_table').waitFor()

    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await node(page, 'clean_table').waitFor()
    const dashboard = Promise.withResolvers<void>()
    await page.route(/\/assets\/dashboard-.*\.js/, (route) => dashboard.promise.then(() => route.continue()))
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/dashboard')

    // The editor still stands there, but it has been left.
    await page.getByRole('link', { name: 'Configurator' }).click()
    dashboard.resolve()
    await page.waitForURL('**/workflows/configurator*')
    await node(page, 'clean_table').waitFor()

    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Run the sample' }).waitFor()
    await page.getByRole('link', { name: 'Configurator' }).click()
    await page.getByText(WORKFLOW_TEXTS.restored).waitFor()
    await node(page, 'clean_table').waitFor()
    await inspector(page).getByLabel('Title', { exact: true }).first().fill('Kept')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 1').waitFor()
    await inspector(page).getByLabel('Title', { exact: true }).first().fill('Changed')
    await page.getByRole('img', { name: 'Unsaved changes' }).waitFor()
    expect(await page.getByText(WORKFLOW_TEXTS.restored).count()).toBe(0)

    await page.reload()
    await page.getByText(WORKFLOW_TEXTS.restored).waitFor()
    await page.getByRole('button', { name: 'Discard them' }).click()
    await page.getByRole('heading', { level: 1, name: 'Kept' }).waitFor()
  })

  it('keeps the new workflows of two tabs apart, and continues both later', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await palette(page).fill('clean table')
    await page.keyboard.press('Enter')
    await node(page, 'clean_table').waitFor()
    const other = await page.context().newPage()
    await newWorkflow(other)
    expect(await steps(other).count()).toBe(0)
    await palette(other).fill('plot table')
    await other.keyboard.press('Enter')
    await node(other, 'plot_table').waitFor()
    const isKept = () => other.evaluate(() => Object.values(localStorage).some((text) => text.includes('plot_table')))
    await expect.poll(isKept).toBe(true)

    await page.reload()
    await node(page, 'clean_table').waitFor()
    expect(await steps(page).count()).toBe(1)
    await other.close()
    const later = await page.context().newPage()
    await newWorkflow(later)
    await node(later, 'plot_table').waitFor()
    expect(await steps(later).count()).toBe(1)
  })

  it('notices that somebody else saved, compares, and keeps both', async () => {
    const page = await asNewUser()
    await page.goto('/workflows/explorer')
    await page.getByRole('button', { name: 'Open it' }).click()
    await node(page, 'clean').waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await node(other, 'clean').waitFor()

    await inspector(other).getByLabel('Title', { exact: true }).first().fill('Theirs')
    await other.keyboard.press('Control+s')
    await other.getByText('Saved as version 2').waitFor()
    await page.getByText(/saved version 2\./).waitFor()
    await inspector(page).getByLabel('Title', { exact: true }).first().fill('Mine')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('dialog').getByText('Theirs → Mine').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Keep mine as 3' }).click()
    await page.getByText('Saved as version 3').waitFor()
    await node(page, 'profile').click()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Versions', exact: true }).click()
    await page.getByRole('button', { name: 'Compare with version 1' }).click()
    const since = page.getByRole('dialog', { name: 'Changes since version 1' })
    await since.getByText('Step profile removed').waitFor()
    await since.getByText('Clean and plot gauge readings → Mine').waitFor()
    await since.getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('Control+z')
    await node(page, 'profile').waitFor()
    await page.getByRole('button', { name: 'Versions', exact: true }).click()
    await page.getByRole('button', { name: 'Open version 1' }).click()
    await page.getByRole('heading', { level: 1, name: 'Clean and plot gauge readings' }).waitFor()
    await expect.poll(() => edges(page).count()).toBe(5)

    await page.goto('/workflows/explorer')
    const list = page.getByRole('list', { name: 'Workflows' }).getByRole('listitem')
    await list.getByRole('link', { name: 'Mine' }).waitFor()
    await expect.poll(() => list.count()).toBe(1)
    await page.getByRole('button', { name: 'More for Mine' }).click()
    await page.getByRole('menuitem', { name: 'Compare versions' }).click()
    const versions = page.getByRole('dialog', { name: 'Compare versions' })
    await versions.getByText('Theirs → Mine').waitFor()
    await versions.getByRole('combobox', { name: 'From' }).click()
    await page.getByRole('option', { name: /^Version 1/ }).click()
    await versions.getByText('Clean and plot gauge readings → Mine').waitFor()
    await expectAccessible(page)
    await versions.getByRole('link', { name: 'Open version 3' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
  })

  it('notices that somebody else saved a definition that a program had uploaded', async () => {
    const page = await asNewUser()
    await page.goto('/workflows/explorer')
    await page.goto(`/workflows/configurator?workflowLink=${await uploadDefinition(page)}`)
    await node(page, 'clean').waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await node(other, 'clean').waitFor()

    await inspector(other).getByLabel('Title', { exact: true }).first().fill('Theirs')
    await other.keyboard.press('Control+s')
    await other.getByText('Saved as version 2').waitFor()
    await inspector(page).getByLabel('Title', { exact: true }).first().fill('Mine')
    await page.keyboard.press('Control+s')
    await page.getByText(/saved version 2\./).waitFor()
    await page.getByRole('button', { name: 'Keep mine as 3' }).click()
    await page.getByText('Saved as version 3').waitFor()

    await page.goto('/workflows/explorer')
    const list = page.getByRole('list', { name: 'Workflows' }).getByRole('listitem')
    await list.getByRole('link', { name: 'Mine' }).waitFor()
    await expect.poll(() => list.count()).toBe(1)
  })
})
