import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { type Person, signUp } from './api-client.ts'
import { CHROMIUM } from './chromium.ts'
import { fillAccount, longName } from './crowded-account.ts'
import { fillWorkflows } from './crowded-workflows.ts'
import { startProduct } from './product.ts'
import { ADMINISTRATION, detailsOf, LISTS, type Screens, signInAs } from './screens.ts'

/**
 * Takes screenshots of every screen, for an empty account and for one with 300 jobs and 300 files with 200-character
 * names: light and dark in three widths, with forced colors, and at 400 %. The names of the pictures are
 * `<account>-<look>-<screen>.png`. Usage: `node e2e/photograph.ts <folder> [part of the pictures' names]`.
 */
const [folder = '', only = ''] = process.argv.slice(2)
const CROWD = 300

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
}

if (!folder) throw new Error('Usage: node e2e/photograph.ts <folder>')
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch(CHROMIUM)
try {
  const administrator = await signUp(product.url, 'First Administrator')
  await photographAll('empty', administrator, ADMINISTRATION)
  await photographAll('empty', await signUp(product.url), LISTS)
  const crowded = await signUp(product.url, longName(0).slice(0, 60))
  await fillAccount(crowded, CROWD)
  const workflows = await fillWorkflows(crowded)
  await photographAll('many', crowded, { ...LISTS, ...(await detailsOf(crowded)), ...workflows })
  await photographAll('many', administrator, ADMINISTRATION)
} finally {
  await browser.close()
  await product.stop()
  product.remove()
}

async function photographAll(account: string, person: Person, screens: Screens): Promise<void> {
  const visitor = await browser.newContext()
  await signInAs(visitor, product.url, person)
  const storageState = await visitor.storageState()
  await visitor.close()
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await browser.newContext({ ...options, storageState, baseURL: product.url })
    await photograph(context, `${account}-${look}`, screens)
    await context.close()
  }
}

async function photograph(context: BrowserContext, look: string, screens: Screens): Promise<void> {
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !/404/.test(message.text())) process.stderr.write(`${look}: ${message.text()}\n`)
  })
  for (const [name, path] of Object.entries(screens)) {
    const file = `${look}-${name}.png`
    if (!file.includes(only)) continue
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, file) })
  }
}
