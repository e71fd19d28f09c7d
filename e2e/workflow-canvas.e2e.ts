import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { WORKFLOW_TEXTS } from '../apps/web/src/features/workflows/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

const steps = (page: Page) => page.locator('.react-flow__node')
const edges = (page: Page) => page.locator('.react-flow__edge')
const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const handle = (page: Page, id: string, slot: string) => node(page, id).locator(`[data-handleid="${slot}"]`)
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const canvas = (page: Page) => page.getByRole('region', { name: 'Canvas' })

const chain = {
  version: 1,
  title: 'Chain',
  variables: { data: { type: 'string', format: 'work-data' } },
  nodes: [
    { id: 'clean', step: { function: 'clean_table' }, inputs: { table: [{ variable: 'data' }] } },
    { id: 'plot', step: { function: 'plot_table' }, inputs: { table: [{ node: 'clean', slot: 'cleaned' }] } },
  ],
  layout: { nodes: { 'variable-data': { x: 0, y: 0 }, clean: { x: 280, y: 0 }, plot: { x: 680, y: 0 } } },
}

async function openDefinition(page: Page, definition: object): Promise<string> {
  const href = await uploadAs(page, 'chain.workflow.json', JSON.stringify(definition), DEFINITION)
  const link = Buffer.from(new URL(href, page.url()).pathname).toString('base64url')
  await page.goto(`/workflows/configurator?workflowLink=${link}`)
  return link
}

async function openChain(page: Page): Promise<void> {
  await openDefinition(page, chain)
  await expect.poll(() => edges(page).count()).toBe(2)
  await page.getByRole('status').getByText('No problems').waitFor()
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.hover({ force: true })
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags a step from the palette to a point of the window. */
async function dragStep(page: Page, name: string, to: { x: number; y: number }): Promise<void> {
  const frame = await canvas(page).boundingBox()
  if (!frame) throw new Error('There is no canvas.')
  const option = page.getByRole('option', { name }).first()
  await option.scrollIntoViewIfNeeded()
  await option.dragTo(canvas(page), { targetPosition: { x: to.x - frame.x, y: to.y - frame.y }, force: true })
}

describe('the canvas', () => {
  it('takes steps from the palette, inserts them into connections, and lights up slots that fit', async () => {
    const page = await asNewUser()
    await openChain(page)
    const [from, to] = [
      await middleOf(handle(page, 'clean', 'out:cleaned')),
      await middleOf(handle(page, 'plot', 'in:table')),
    ]

    await dragStep(page, 'Deduplicate rows', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
    const inserted = steps(page).and(page.locator('.selected'))
    await inserted.waitFor()
    await expect.poll(() => edges(page).count()).toBe(3)
    await page.getByRole('status').getByText('No problems').waitFor()
    expect(await inspector(page).evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)

    await page.keyboard.press('Escape')
    await dragStep(page, 'Profile table', { x: from.x - 60, y: from.y + 220 })
    await node(page, 'profile_table').waitFor()
    await expect.poll(() => edges(page).count()).toBe(3)

    const slot = handle(page, 'profile_table', 'in:table')
    const [start, end] = [await middleOf(handle(page, 'clean', 'out:cleaned')), await middleOf(slot)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x + 20, start.y + 60, { steps: 4 })
    await slot.and(page.locator('.fits')).waitFor()
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => edges(page).count()).toBe(4)
    await page.getByRole('status').getByText('No problems').waitFor()
  })

  it('selects with a box, tidies up, and keeps notes', async () => {
    const page = await asNewUser()
    await openChain(page)
    const frame = await canvas(page).boundingBox()
    if (!frame) throw new Error('There is no canvas.')

    await page.mouse.move(frame.x + 8, frame.y + frame.height * 0.25)
    await page.mouse.down()
    await page.mouse.move(frame.x + frame.width - 8, frame.y + frame.height * 0.75, { steps: 8 })
    await page.mouse.up()
    await inspector(page).getByText('3 items selected').waitFor()

    const places = () =>
      Promise.all(['variable-data', 'clean', 'plot'].map(async (id) => (await node(page, id).boundingBox())?.x ?? 0))
    const gaps = async () => {
      const [data = 0, clean = 0, plot = 0] = await places()
      return Math.round((plot - clean) / (clean - data))
    }
    expect((await places()).toSorted((a, b) => a - b)).toEqual(await places())
    await page.getByRole('button', { name: 'Tidy up' }).click()
    await expect.poll(gaps).toBe(1)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Gauges of the Rhine')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'JSON', exact: true }).first().click()
    const text = page.getByRole('textbox', { name: 'Workflow as JSON' })
    await expect.poll(() => text.inputValue()).toContain('"text": "Gauges of the Rhine"')
  })

  it('moves steps from one workflow to another through the clipboard', { tags: 'long' }, async () => {
    const page = await asNewUser({ permissions: ['clipboard-read', 'clipboard-write'] })
    await openChain(page)
    await node(page, 'clean').click()
    await page.keyboard.press('Control+a')
    await inspector(page).getByText('3 items selected').waitFor()
    await page.keyboard.press('Control+x')
    await expect.poll(() => steps(page).count()).toBe(0)

    const other = await page.context().newPage()
    await other.goto('/workflows/configurator')
    await other
      .getByRole('option', { name: /Clean table/ })
      .first()
      .waitFor()
    await other.locator('.react-flow__pane').click()
    await other.keyboard.press('Control+v')

    await expect.poll(() => steps(other).count()).toBe(3)
    await expect.poll(() => edges(other).count()).toBe(2)
    await other.getByRole('status').getByText('No problems').waitFor()
    expect(JSON.parse((await other.evaluate('navigator.clipboard.readText()')) as string)).toMatchObject({
      nodes: [{ id: 'clean' }, { id: 'plot' }],
    })
    await page.bringToFront()
    await page.keyboard.press('Control+z')
    await expect.poll(() => steps(page).count()).toBe(3)
  })

  it('keeps the other steps where they are if one is deleted, even without a saved layout', {
    tags: 'long',
  }, async () => {
    const page = await asNewUser()
    await openDefinition(page, { ...chain, layout: undefined })
    await expect.poll(() => edges(page).count()).toBe(2)
    const place = async (id: string) =>
      /translate\([^)]*\)/.exec((await node(page, id).getAttribute('style')) ?? '')?.[0]
    const before = await Promise.all([place('plot'), place('variable-data')])

    await node(page, 'clean').click()
    await page.keyboard.press('Delete')

    await node(page, 'clean').waitFor({ state: 'detached' })
    expect(await Promise.all([place('plot'), place('variable-data')])).toEqual(before)
  })

  it('shows an overview of a large workflow', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const nodes = Array.from({ length: 30 }, (_, at) => ({
      id: `n${at}`,
      step: { function: 'profile_table' },
      ...(at > 0 && { after: [`n${at - 1}`] }),
    }))
    await openDefinition(page, { version: 1, title: 'Large', nodes })
    await page.getByRole('heading', { level: 1, name: 'Large' }).waitFor()

    await page.locator('.react-flow__minimap').waitFor()
    await expect.poll(() => page.locator('.react-flow__minimap-node').count()).toBe(30)
    await expectAccessible(page)
  })
})

describe('parameters of steps', () => {
  it('get variables that fit, results of earlier steps, and parts of the current item', async () => {
    const page = await asNewUser()
    await openDefinition(page, {
      ...chain,
      variables: { ...chain.variables, every: { type: 'string' }, count: { type: 'integer' }, list: { type: 'array' } },
      nodes: [...chain.nodes, { id: 'sums', step: { function: 'aggregate_table' }, forEach: { variable: 'list' } }],
    })
    await node(page, 'sums').click()
    const bind = (label: string) => inspector(page).getByRole('button', { name: `Bind ${label}`, exact: true })

    await bind('Interval').click()
    await page.getByRole('button', { name: 'every', exact: true }).waitFor()
    expect(await page.getByRole('list', { name: 'Variables' }).getByRole('button').allTextContents()).toEqual([
      'every',
      'New variable for Interval',
    ])
    await page.getByRole('button', { name: 'every', exact: true }).click()
    await inspector(page).getByText('variable every').waitFor()

    await bind('Time column').click()
    await page.getByRole('combobox', { name: 'Result of a step' }).click()
    await page.getByRole('option', { name: 'Clean table', exact: true }).last().click()
    await page.getByRole('textbox', { name: 'JSON pointer' }).first().fill('/timeColumn')
    await page.getByRole('button', { name: 'Use this result' }).click()
    await inspector(page).getByText('result of Clean table at /timeColumn').waitFor()

    await bind('Group by').click()
    await page.getByRole('textbox', { name: 'JSON pointer' }).last().fill('/columns')
    await page.getByRole('button', { name: 'Use the item' }).click()
    await inspector(page).getByText('current item at /columns').waitFor()
    await expectAccessible(page)
  })

  it('are used once for each of the typed values', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await openDefinition(page, chain)
    await node(page, chain.nodes[0]?.id ?? '').click()
    await inspector(page).getByText('For each item', { exact: true }).click()
    await inspector(page).getByRole('combobox', { name: 'Items' }).click()
    await page.getByRole('option', { name: 'values that you type' }).click()
    await inspector(page).getByText('Type at least one value.').waitFor()
    const values = inspector(page).getByRole('textbox', { name: 'Values' })

    await values.pressSequentially('Köln, 3')

    await expect.poll(() => inspector(page).getByText('Type at least one value.').count()).toBe(0)
    expect(await values.inputValue()).toBe('Köln, 3')
    await page.getByRole('button', { name: 'JSON' }).click()
    await page.getByText('"value": [').waitFor()
    await page.getByText('"Köln"').waitFor()
  })
})

describe('variables', () => {
  it('show their details when they are added, and keep them and the focus when they are renamed', async () => {
    const page = await asNewUser()
    await openDefinition(page, { ...chain, variables: {} })
    const focused = page.locator(':focus')
    const name = inspector(page).getByRole('textbox', { name: 'Name', exact: true })
    await inspector(page).getByRole('button', { name: 'Add variable' }).click()

    await name.fill('loggers')
    await page.keyboard.press('Tab')

    await inspector(page).getByRole('combobox', { name: 'Type' }).and(focused).waitFor()
    await inspector(page).locator('summary').getByText('loggers').waitFor()
    await inspector(page).getByRole('button', { name: 'Add variable' }).click()
    await name.fill('limit')
    await page.keyboard.press('Enter')
    await inspector(page).locator('summary').getByText('limit').waitFor()
    await name.and(focused).waitFor()
    expect(await name.inputValue()).toBe('limit')
  })
})

describe('a workflow on a phone', () => {
  it('is read and run, but not edited', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const workData = await uploadAs(page, 'gauges.csv')
    await page.setViewportSize({ width: 390, height: 844 })
    const [clean, plot] = chain.nodes
    await openDefinition(page, {
      ...chain,
      nodes: [{ ...clean, inputs: { table: [{ workData }] } }, plot],
      variables: {},
    })

    await page.getByText(WORKFLOW_TEXTS.narrow).waitFor()
    await page.getByText('2 steps').waitFor()
    await page.getByRole('list', { name: 'Steps' }).getByText('Clean table').first().waitFor()
    expect(await page.locator('.react-flow').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start workflow' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start workflow' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()

    await page.waitForURL('**/workflows/executions/**')
    await page.getByRole('status').filter({ hasText: 'Completed' }).first().waitFor({ timeout: 120_000 })
  })
})
