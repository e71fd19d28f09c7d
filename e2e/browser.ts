import { randomUUID } from 'node:crypto'
import { firstOf, IS_LONG } from '@millrace/tables/testing/long'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, type TestContext, TestRunner } from 'vitest'
import { accessibilityProblems, type Rules } from './accessibility.ts'
import { acquireContext, closeOthers, pageOf, releaseContext } from './contexts.ts'

const noises: string[] = []
/** Pattern of expected console errors, which a deliberate failure may cause until the test’s pages are closed. */
let expected: RegExp | undefined
/** Contexts of the running test. Their pages are closed after the test, so they do not affect the next one. */
const ofThisTest: BrowserContext[] = []

/** Closes the pages of a test. Any console error or warning fails it. */
export async function endTest({ task }: TestContext): Promise<void> {
  const errors = task.result?.errors ?? []
  for (const error of errors) error.stack = `${error.stack}\n${await seenOn(ofThisTest)}`
  const end = errors.length > 0 ? (context: BrowserContext) => context.close() : releaseContext
  let unexpected: string[] = []
  try {
    await Promise.all(ofThisTest.splice(0).map(end))
  } finally {
    unexpected = noises.splice(0).filter((noise) => !expected?.test(noise))
    expected = undefined
  }
  expect(unexpected, 'console errors and warnings').toEqual([])
}

/** Closes the pages that the tests of a file share. Errors after the last test, as the product stops, don’t count. */
export async function endFile(): Promise<void> {
  await closeOthers(inject('productUrl'))
  noises.length = 0
}

/** Script that returns the visible text, with open dialogs first although they come last in the document. */
const VISIBLE_TEXT = `[...document.querySelectorAll('[role="dialog"], [role="alertdialog"]'), document.body].map((part) => part.innerText).join(' ')`

/** Describes what the open pages show, so that the report of a failed journey says where it stopped. */
async function seenOn(contexts: BrowserContext[]): Promise<string> {
  const pages = contexts.flatMap((context) => context.pages())
  const texts = pages.map(async (page) => {
    const text = String(await page.evaluate(VISIBLE_TEXT).catch(String))
    return `${page.url()} showed: ${text.replaceAll(/\s+/g, ' ').slice(0, 2000)}`
  })
  return (await Promise.all(texts)).join('\n')
}

/** Opens a page of the product in its own context. Any console error or warning fails the test. */
export async function openPage(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(path)
  return page
}

type NewUserOptions = BrowserContextOptions & { name?: string }

/** Opens the dashboard as a new user who was signed up over HTTP. Journeys about signing up use `signUpByPage`. */
export async function openAsNewUser(options: NewUserOptions = {}): Promise<Page> {
  const page = await asNewUser(options)
  await page.goto('/dashboard')
  return page
}

/** Signs up a new user over HTTP and returns an empty page, for journeys that don't start on the dashboard. */
export async function asNewUser({ name = 'Tamsin Okoro', ...options }: NewUserOptions = {}): Promise<Page> {
  const page = await newPage(options)
  await authenticate(page, 'sign-up', options, {
    name,
    email: `${randomUUID()}@example.org`,
    password: 'still water runs deep',
  })
  return page
}

/** Signs in a user over HTTP and returns an empty page. Journeys about signing in use `signIn`. */
export async function asUser(
  { email, password }: { email: string; password: string },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(options)
  await authenticate(page, 'sign-in', options, { email, password })
  return page
}

/** Lets the page prefetch the code of other pages after its next reload. */
export async function allowPrefetch(page: Page): Promise<void> {
  await page.addInitScript(`Object.defineProperty(navigator.connection, 'saveData', { value: false })`)
}

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const context = await acquireContext({
    viewport: { width: 1440, height: 900 },
    baseURL: inject('productUrl'),
    // Without a GPU, animations use a lot of CPU time.
    reducedMotion: 'reduce',
    ...options,
  })
  if (TestRunner.getCurrentTest()) ofThisTest.push(context)
  const page = await pageOf(context, options.baseURL ? undefined : ownAddressScript())
  page.setDefaultTimeout(75_000)
  page.on('pageerror', (error) => noises.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      noises.push(`${message.text()} ${message.location().url}`)
  })
  return page
}

/**
 * Script that gives a page its own client address, because requests to the account API are limited per address. The
 * script replaces `fetch`, because the alternatives have drawbacks. A header on every request would fail cross-origin
 * checks, Playwright’s routes would turn off the browser’s cache, and intercepting requests with DevTools takes a tenth
 * of the CPU time of loading a page.
 */
function ownAddressScript(): string {
  return `{
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      if (!(input instanceof Request ? input.url : String(input)).includes('/api/auth/')) return fetch(input, init)
      const request = new Request(input, init)
      request.headers.set('x-forwarded-for', '${ownAddress()}')
      return fetch(request)
    }
  }`
}

function ownAddress(): string {
  return `10.${[...crypto.getRandomValues(new Uint8Array(3))].join('.')}`
}

/** Signs up or in over HTTP. */
async function authenticate(
  page: Page,
  way: 'sign-up' | 'sign-in',
  { baseURL: origin = inject('productUrl') }: BrowserContextOptions,
  data: object,
): Promise<void> {
  const reply = await page.context().request.post(`/api/auth/${way}/email`, {
    headers: { origin, 'x-forwarded-for': ownAddress() },
    data,
  })
  if (!reply.ok()) throw new Error(`${way} returned ${reply.status()}: ${await reply.text()}`)
}

/**
 * Clears the console errors that a deliberate failure caused. They must match the pattern, as must all further errors
 * until the end of the test. A page that lost its session, for example, keeps sending requests until it is closed.
 */
export function allowConsoleErrors(pattern: RegExp): void {
  expected = pattern
  const heard = noises.splice(0)
  expect(heard.filter((noise) => !pattern.test(noise))).toEqual([])
}

/** Creates an account on the sign-up page, as a new user would, and ends on the dashboard. */
export async function signUpByPage(page: Page, name = 'Tamsin Okoro', address = '/sign-up'): Promise<void> {
  await page.goto(address)
  await fillSignUp(page, name)
}

/** Creates an account on the sign-up page that is open. */
export async function fillSignUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${randomUUID()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('still water runs deep')
  await page.getByRole('button', { name: /^Create/ }).click()
  await page.waitForURL('**/dashboard')
}

/** Waits until a page, or the panel that is open on it, shows its heading and has finished loading. */
export async function untilLoaded(page: Page, part: 'main' | 'dialog' = 'main'): Promise<void> {
  await page.getByRole(part).getByRole('heading').first().waitFor()
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0)
}

/** Asserts that axe finds no serious problem. By default, target sizes are measured only with `npm run test:long`. */
export async function expectAccessible(page: Page, rules: Rules = { sizes: IS_LONG }): Promise<void> {
  const problems = await accessibilityProblems(page, rules)
  expect(problems, `axe on ${page.url()}: ${problems.join('; ')}`).toEqual([])
}

/** Asserts that axe finds no serious problem on the current page. With `npm run test:long`, checks both themes. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of firstOf(1, ['light', 'dark'] as const)) {
    const theme = () => page.evaluate('document.documentElement.dataset.theme')
    // Pages whose media were emulated are not used again.
    if ((await theme()) !== colorScheme) await page.emulateMedia({ colorScheme })
    await expect.poll(theme).toBe(colorScheme)
    await expectAccessible(page)
  }
}
