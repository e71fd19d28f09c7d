import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { accessibilityProblems } from './accessibility.ts'
import { signUp } from './api-client.ts'
import { CHROMIUM } from './chromium.ts'
import { previewsOf } from './file-previews.ts'
import { type OpenedPanel, openedPanels } from './opened-panels.ts'
import { startProduct } from './product.ts'
import {
  ADMINISTRATION,
  detailsOf,
  inspectorsOf,
  LISTS,
  type Login,
  SETTINGS,
  SIGNED_OUT,
  signInAs,
} from './screens.ts'
import { longName, seedAccount } from './seed-account.ts'
import { giveGrants, seedOrganization } from './seed-organization.ts'
import { seedWorkflows } from './seed-workflows.ts'
import { typicalAccount } from './typical-account.ts'

/**
 * Takes screenshots of every screen: of accounts that are empty, typical or crowded (300 jobs and 300 files with
 * 200-character names), files of each kind, opened panels, an organization, pages for signed-out users, and pages that
 * are loading or have failed. Each screen is shown in light and dark at three widths, with forced colors, at 400 %, and
 * in a window 256 pixels high. Prints the serious problems that axe finds. Screenshots are named
 * `<account>-<look>-<screen>.png`.
 *
 *     node e2e/photograph.ts <folder> [pattern]   only screenshots whose names match, such as ^many-1440
 */
const [folder = '', pattern = ''] = process.argv.slice(2)
const wanted = new RegExp(pattern)
const CROWD = 300
/** Maximum wait for an idle network. Pages with live updates or an outstanding reply are never idle. */
const QUIET_MS = 4000
/** The documents of screens, without the entry point and the roots, which are read only once. */
const DATA = /\/api\/(?!auth|account|EntryPoint|Info|[A-Za-z]+Root)/

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const LAPTOP = { viewport: { width: 1024, height: 768 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const LIGHT = { colorScheme: 'light' } as const
const DARK = { colorScheme: 'dark' } as const

const LOOKS: Record<string, BrowserContextOptions> = {
  '1440-light': { ...DESKTOP, ...LIGHT },
  '1440-dark': { ...DESKTOP, ...DARK },
  '1024-light': { ...LAPTOP, ...LIGHT },
  '1024-dark': { ...LAPTOP, ...DARK },
  '390-light': { ...PHONE, ...LIGHT },
  '390-dark': { ...PHONE, ...DARK },
  forced: { ...DESKTOP, forcedColors: 'active' },
  zoomed: { viewport: { width: 360, height: 256 } },
  low: { viewport: { width: 1280, height: 256 } },
}

if (!folder) throw new Error('Usage: node e2e/photograph.ts <folder> [pattern]')
mkdirSync(folder, { recursive: true })
const product = await startProduct({ env: { FETCH_FROM: '*' } })
const browser = await chromium.launch(CHROMIUM)
try {
  const administrator = await signUp(product.url, 'First Administrator', 'admin@rhine-lab.example')
  await photographAll('signed-out', undefined, SIGNED_OUT)
  await photographAll('empty', administrator, ADMINISTRATION)
  await photographAll('empty', await signUp(product.url, 'Ada Example', 'ada@example.com'), LISTS)
  if (mayBeWanted('usual')) {
    const { person, screens } = await typicalAccount(product.url)
    await photographAll('usual', person, { ...LISTS, ...screens })
  }
  if (mayBeWanted('kinds')) {
    const person = await signUp(product.url, 'Jonas Weber', 'jonas.weber@rhine-lab.example')
    await photographAll('kinds', person, await previewsOf(person))
  }
  if (mayBeWanted('opened')) {
    const person = await signUp(product.url, 'Mara Klein', 'mara.klein@rhine-lab.example')
    await photographAll('opened', person, await openedPanels(person))
  }
  if (['many', 'loading', 'failed'].some(mayBeWanted)) {
    const crowded = await signUp(product.url, longName(0).slice(0, 60), 'clean.the.gauge@rhine-lab.example')
    await seedAccount(crowded, CROWD)
    const screens = { ...LISTS, ...(await detailsOf(crowded)), ...(await seedWorkflows(crowded)) }
    await photographAll('many', crowded, screens)
    await photographAll('many', administrator, ADMINISTRATION)
    await photographAll('loading', crowded, screens, withoutReplies)
    await photographAll('failed', crowded, screens, withFailures)
  }
  if (mayBeWanted('team')) {
    const founder = await signUp(product.url, longName(2).slice(0, 60), 'anne.uberschar@rhine-lab.example')
    const filled = await seedOrganization(product.url, founder)
    await giveGrants(administrator, filled)
    await photographAll('team', { ...founder, ...filled }, SETTINGS)
    await photographAll('team', administrator, { ...ADMINISTRATION, ...inspectorsOf(filled) })
  }
} finally {
  await browser.close()
  await product.stop()
  product.remove()
}

/** Whether any screenshot of an account is wanted. Other accounts are not filled, because filling one takes minutes. */
function mayBeWanted(account: string): boolean {
  return Object.keys(LOOKS).some((look) => wanted.test(`${account}-${look}-`) || pattern.includes(account))
}

async function photographAll(
  account: string,
  person: Login | undefined,
  screens: Record<string, string | OpenedPanel>,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<void> {
  const context = await browser.newContext()
  if (person) await signInAs(context, product.url, person)
  const storageState = await context.storageState()
  await context.close()
  for (const [look, options] of Object.entries(LOOKS)) {
    const files = Object.entries(screens)
      .map(([name, screen]) => ({ file: `${account}-${look}-${name}.png`, ...panelOf(screen) }))
      .filter(({ file }) => wanted.test(file))
    if (files.length === 0) continue
    const context = await browser.newContext({ ...options, storageState, baseURL: product.url })
    await prepare(context)
    await photograph(context, files)
    await context.close()
  }
}

/** Converts a path to a panel with nothing to open. Panels are returned unchanged. */
function panelOf(screen: string | OpenedPanel): OpenedPanel {
  return typeof screen === 'string' ? { path: screen, open: async () => {} } : screen
}

async function photograph(context: BrowserContext, files: readonly (OpenedPanel & { file: string })[]): Promise<void> {
  const page = await context.newPage()
  let current = ''
  const say = (line: string) => process.stdout.write(`${current}: ${line}\n`)
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (404|500)/.test(message.text())) say(message.text())
  })
  for (const { file, path, open } of files) {
    current = file
    await page.goto(path)
    await open(page).catch((error: unknown) => say(String(error)))
    await Promise.race([page.waitForLoadState('networkidle'), sleep(QUIET_MS)])
    await page.screenshot({ path: join(folder, file) })
    for (const problem of await accessibilityProblems(page)) say(problem)
  }
}

/**
 * Serves pages without the replies that they usually embed, and leaves requests for the documents of screens
 * unanswered.
 */
async function withoutReplies(context: BrowserContext): Promise<void> {
  await bare(context)
  await context.route(DATA, () => {})
}

/** Makes every request for the documents of screens fail. */
async function withFailures(context: BrowserContext): Promise<void> {
  await bare(context)
  const body = {
    type: 'https://millrace.dev/problems/unexpected',
    title: 'Unexpected error',
    status: 500,
    code: 'unexpected',
    detail: 'An unexpected error occurred. If it persists, send the request ID to your administrator.',
    requestId: '0197f3a1-5b4e-7c3d-9e2f-1a2b3c4d5e6f',
  }
  await context.route(DATA, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(body) }),
  )
}

async function bare(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const reply = await route.fetch()
    const body = (await reply.text()).replace(/(id="preloaded-replies">).*?(?=<)/s, '$1{}')
    return route.fulfill({ response: reply, body })
  })
}
