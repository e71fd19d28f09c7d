import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MEDIA } from '@millrace/contracts/media-types'
import type { ClaimReply, RegisteredSteps } from '@millrace/contracts/worker'
import { validateWorkflow } from '@millrace/workflows/validate'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { signUp } from '../e2e/api-client.ts'
import { CHROMIUM } from '../e2e/chromium.ts'
import { startProduct } from '../e2e/product.ts'
import { linkCode, signInAs } from '../e2e/screens.ts'
import { stepsByFunction } from '../e2e/seed-account.ts'
import { figureOf } from './figures.ts'
import { COUNT_FRAMES, framesSince } from './frames.ts'
import { MANIFEST, workerOf } from './latency-http.ts'
import { record } from './results.ts'
import { throttle } from './slow-network.ts'

/*
 * W13: large workflows on the screen. Measures how smoothly a node among 200 can be dragged, how smoothly the graph of
 * an execution with 2,000 nodes scrolls, how long validation takes, and how many requests an open page sends while
 * 1,000 nodes run.
 */

const RUNS = 3
const MOVES = 90
const SLOWDOWN = 4
const WIDTH = 20
const CHECKS = 9
const PACE_MS = 25
const BURST_MS = 15_000
const WATCHED_MS = 20_000

const product = await startProduct()
const browser = await chromium.launch(CHROMIUM)
const load = loadavg()[0] ?? Number.NaN
try {
  const key = readFileSync(join(product.dataDirectory, 'worker.key'), 'utf8').trim()
  const worker = workerOf(product.url, key)
  const registered = await worker<RegisteredSteps>('PUT', '/worker/v1/steps', { manifests: [MANIFEST] })
  const person = await signUp(product.url, 'Bench')
  const engine = (await stepsByFunction(person)).get('execute_workflow')
  const context = await browser.newContext()
  await signInAs(context, product.url, person)
  const options = { storageState: await context.storageState(), viewport: { width: 1440, height: 900 } }

  const uploads = (count: number) => person.upload(`${count} nodes.workflow.json`, textOf(grid(count)))
  const starts = async (count: number) => {
    const InputDataSlots = [{ Index: 0, WorkDataUrls: [await uploads(count)] }]
    const job = await person.post('/api/Job/RapidSetup', { Name: 'bench', ProcessingStepUrl: engine, InputDataSlots })
    await person.post(`${job}/StartProcessing`)
    return `/workflows/executions/${linkCode(job)}`
  }
  // This is measured before scrolling, because the execution that is scrolled would compete for the worker.
  const requests = await requestsWhileRunning(await starts(1000), options, registered.steps[0]?.stepId ?? '', worker)
  const canvas = `/workflows/configurator?workflowLink=${linkCode(await uploads(200))}`
  const rows = [
    ['validation of 200 nodes', `${validation(200, 1)} ms`, '≤ 50 ms'],
    ['validation of 10,000 nodes with 100,000 references', `${validation(10_000, 10)} ms`, '≤ 1,000 ms'],
    [
      `dragging a node among 200, processor slowed ${SLOWDOWN} ×`,
      await smoothness(canvas, options, { act: drag, slowdown: SLOWDOWN }),
      '≥ 55 frames/s',
    ],
    [
      'scrolling an execution of 2,000 nodes',
      await smoothness(await starts(2000), options, { act: scroll, slowdown: 1 }),
      '≥ 30 frames/s',
    ],
    ['requests of an open page while 1,000 nodes run', `${requests} /s`, '≤ 2 /s'],
  ]
  record({
    title: 'W13: large workflows on the screen',
    columns: ['', 'measured', 'target'],
    rows,
    notes: [
      `Frames: median of ${RUNS} visits in Chromium, ${MOVES} moves of the mouse or turns of its wheel, with the longest frame. The browser draws without a graphics card.`,
      `Validation: median of ${CHECKS} in Node. Requests to the API: for ${WATCHED_MS / 1000} s, after the page was open for ${BURST_MS / 1000} s, while a worker completes one node at a time with a pause of ${PACE_MS} ms.`,
      `Load average at the start: ${load.toFixed(1)} on ${cpus().length} cores.`,
    ],
  })
} finally {
  await browser.close()
  await product.stop()
  product.remove()
}

/** Returns a definition whose nodes are arranged in columns. Each node follows nodes of preceding columns. */
function grid(count: number, references = 1): object {
  const nodes = Array.from({ length: count }, (_, index) => {
    const after = Array.from({ length: references }, (_, nth) => index - WIDTH - nth).filter((other) => other >= 0)
    return { id: `n${index}`, step: { function: 'bench' }, after: after.map((other) => `n${other}`) }
  })
  const places = nodes.map(({ id }, index) => [id, { x: Math.floor(index / WIDTH) * 320, y: (index % WIDTH) * 140 }])
  return { version: 1, title: 'Bench', nodes, layout: { nodes: Object.fromEntries(places) as object } }
}

function textOf(definition: object): Blob {
  return new Blob([JSON.stringify(definition)], { type: MEDIA.workflowDefinition })
}

function validation(count: number, references: number): string {
  const step = { functionName: 'bench', version: '1.0.0', parameters: undefined, inputs: [], outputs: [] }
  const document = grid(count, references)
  const times = Array.from({ length: CHECKS }, () => {
    const begun = performance.now()
    const { faults } = validateWorkflow(document, [step])
    if (faults.length > 0) throw new Error(faults[0]?.message)
    return performance.now() - begun
  })
  return figureOf(times).median.toFixed(0)
}

/** Measures frames per second and the longest frame during mouse actions on the canvas. */
async function smoothness(
  path: string,
  options: BrowserContextOptions,
  { act, slowdown }: { act(page: Page): Promise<void>; slowdown: number },
): Promise<string> {
  const rates: number[] = []
  const longest: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const page = await opened(path, options)
    await throttle(page, slowdown)
    await page.evaluate(COUNT_FRAMES)
    await act(page)
    const frames = await framesSince(page)
    rates.push(frames.framesPerSecond)
    longest.push(frames.longestFrame)
    await page.context().close()
  }
  return `${figureOf(rates).median.toFixed(0)} frames/s (longest ${figureOf(longest).median.toFixed(0)} ms)`
}

/** Opens a page and waits until it shows nodes. */
async function opened(path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(product.url + path)
  await page
    .locator('.react-flow__node')
    .or(page.getByRole('list', { name: 'Steps', exact: true }).getByRole('button'))
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

async function drag(page: Page): Promise<void> {
  const nodes = await page.locator('.react-flow__node').all()
  const box = await nodes[Math.floor(nodes.length / 2)]?.boundingBox()
  const from = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 6 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let at = 1; at <= MOVES; at += 1) await page.mouse.move(from.x + at * 3, from.y + at)
  await page.mouse.up()
}

async function scroll(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Steps', exact: true }).getByRole('button').first().hover()
  for (let at = 1; at <= MOVES; at += 1) await page.mouse.wheel(60, 10)
}

async function requestsWhileRunning(
  path: string,
  options: BrowserContextOptions,
  stepId: string,
  worker: ReturnType<typeof workerOf>,
): Promise<string> {
  const page = await opened(path, options)
  let requests = 0
  const begun = performance.now()
  page.on('request', (request) => {
    const isApi = new URL(request.url()).pathname.startsWith('/api/')
    if (isApi && performance.now() > begun + BURST_MS) requests += 1
  })
  const until = begun + BURST_MS + WATCHED_MS
  let completed = 0
  while (performance.now() < until) {
    const claim = { worker: 'bench', stepIds: [stepId], max: 1, waitMs: 1000 }
    const { leases } = await worker<ClaimReply>('POST', '/worker/v1/claim', claim)
    for (const { id, token } of leases) {
      await worker('POST', `/worker/v1/leases/${id}/complete`, {}, { 'x-lease-token': token })
      completed += 1
    }
    await sleep(PACE_MS)
  }
  await page.context().close()
  if (completed === 0) throw new Error('No node ran.')
  return ((requests / WATCHED_MS) * 1000).toFixed(2)
}
