import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { type Person, signUp } from './api-client.ts'
import { CHROMIUM } from './chromium.ts'
import { fillAccount, longName } from './crowded-account.ts'
import { startProduct } from './product.ts'
import { detailsOf, LISTS, type Screens, signInAs } from './screens.ts'

/**
 * Takes screenshots of every screen, for an empty account and for one with 300 jobs and 300 files with 200-character
 * names, light and dark, in three widths. Usage: `node e2e/photograph.ts <folder> [part of the pictures' names]`.
 */
const [folder = '', only = ''] = process.argv.slice(2)
const CROWD = 300
const SIZES: BrowserContextOptions[] = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 1024, height: 768 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]

if (!folder) throw new Error('Usage: node e2e/photograph.ts <folder>')
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch(CHROMIUM)
try {
  await signUp(product.url, 'First Administrator')
  await photographAll('empty', await signUp(product.url), LISTS)
  const crowded = await signUp(product.url, longName(0).slice(0, 60))
  await fillAccount(crowded, CROWD)
  await photographAll('many', crowded, { ...LISTS, ...(await detailsOf(crowded)) })
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
  for (const size of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ ...size, colorScheme, storageState, baseURL: product.url })
      await photograph(context, `${account}-${size.viewport?.width}-${colorScheme}`, screens)
      await context.close()
    }
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
