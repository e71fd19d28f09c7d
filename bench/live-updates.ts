import { type ChildProcess, spawn } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { CHROMIUM } from '../e2e/chromium.ts'
import { type HeldJob, manualWorker } from '../e2e/manual-worker.ts'
import { startProduct } from '../e2e/product.ts'
import { type Client, PASSWORD, person } from './api-clients.ts'
import { record } from './results.ts'
import { serverCpuMs } from './server-process.ts'

/*
 * Measures what it costs the server to keep open pages up to date while jobs run. One owner has dashboards and job
 * lists open, and eight jobs report progress every second.
 */

const PAGES_OF_EACH = 50
const JOBS = 8
const SETTLE_MS = 10_000
const MEASURE_MS = 30_000

const product = await startProduct()
const load = loadavg()[0] ?? Number.NaN
let pages: ChildProcess | undefined
try {
  const owner = await person(product.url, 'Bench')
  const jobs = await startJobs(owner)
  const stop = reportProgress(jobs)
  const opened = openPages(owner)
  pages = opened.process
  await opened.ready
  const browser = await openBrowserPage(owner)
  await sleep(SETTLE_MS)
  const before = { cpu: serverCpuMs(product), ...opened.traffic, browser: browser.requests() }
  await sleep(MEASURE_MS)
  const after = { cpu: serverCpuMs(product), ...opened.traffic, browser: browser.requests() }
  await browser.close()
  await stop()
  const perSecond = (key: keyof typeof after) => ((after[key] - before[key]) / MEASURE_MS) * 1000
  const perPage = (key: keyof typeof after) => (perSecond(key) / (2 * PAGES_OF_EACH)).toFixed(2)
  record({
    title: 'Live updates: open pages while jobs report progress',
    columns: ['', 'measured', 'target'],
    rows: [
      ['server CPU', `${(perSecond('cpu') / 10).toFixed(1)} % of one core`, '< 15 %'],
      ['requests per page and second', perPage('requests'), '< 2'],
      ['messages per page and second', perPage('messages'), ''],
      ['requests per second of a dashboard in Chromium', perSecond('browser').toFixed(2), '< 2'],
    ],
    notes: [
      `${PAGES_OF_EACH} dashboards and ${PAGES_OF_EACH} job lists of one owner, each with its own stream; ${JOBS} jobs report progress every second; ${MEASURE_MS / 1000} s.`,
      'The pages run the web app’s queries, cache and live updates in Node; one more dashboard is open in Chromium.',
      `Load average at the start: ${load.toFixed(1)} on ${cpus().length} cores.`,
    ],
  })
} finally {
  pages?.kill()
  await product.stop()
  product.remove()
}

async function startJobs(owner: Client): Promise<HeldJob[]> {
  const worker = await manualWorker(product, 'live_bench')
  await allowManyJobs(owner)
  const form = new FormData()
  form.append('files', new File(['a,b\n1,2\n'], 'table.csv', { type: 'text/csv' }))
  const headers = { 'x-api-key': owner.key }
  const upload = await fetch(`${product.url}/api/WorkData/UploadWorkData`, { method: 'POST', body: form, headers })
  const held: HeldJob[] = []
  for (let index = 0; index < JOBS; index += 1) {
    await owner.post('/api/Job/RapidSetup', {
      Name: `live ${index}`,
      ProcessingStepUrl: `${product.url}/api/ProcessingStep/${worker.stepIds[0]}`,
      InputDataSlots: [{ Index: 0, WorkDataUrls: [upload.headers.get('location')] }],
      Start: true,
    })
    held.push(await worker.takes())
  }
  return held
}

/**
 * Gives an account a plan without the free plan's limit of four running jobs. The first account may do this, because it
 * is an administrator.
 */
async function allowManyJobs({ cookie }: Client): Promise<void> {
  const headers = { cookie, origin: product.url, 'content-type': 'application/json' }
  const session = await fetch(`${product.url}/api/auth/get-session`, { headers })
  const { user } = (await session.json()) as { user: { id: string } }
  const body = JSON.stringify({ userId: user.id, data: { plan: 'enterprise' } })
  const reply = await fetch(`${product.url}/api/auth/admin/update-user`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(await reply.text())
}

function openPages({ key }: Client) {
  const script = fileURLToPath(new URL('../apps/web/scripts/live-pages.mjs', import.meta.url))
  const counts = [PAGES_OF_EACH, PAGES_OF_EACH].map(String)
  const child = spawn(process.execPath, [script, product.url, key, ...counts], { stdio: ['ignore', 'pipe', 'inherit'] })
  const traffic = { requests: 0, messages: 0 }
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The pages ended with code ${code}.`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      Object.assign(traffic, JSON.parse(line))
      resolve()
    })
  })
  return { process: child, traffic, ready }
}

/** Opens a dashboard in a real browser and counts the requests that it sends to the server. */
async function openBrowserPage({ email }: Client) {
  const browser = await chromium.launch(CHROMIUM)
  const page = await browser.newPage({ baseURL: product.url })
  let count = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/')) count += 1
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Running now').waitFor()
  return { requests: () => count, close: () => browser.close() }
}

/** Reports progress of all jobs once a second. Returns a function that stops the reports. */
function reportProgress(jobs: readonly HeldJob[]): () => Promise<void> {
  let share = 0
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    share = (share + 0.01) % 1
    last = Promise.all(jobs.map((job) => job.progress(share)))
  }, 1000)
  return async () => {
    clearInterval(timer)
    await last
  }
}
