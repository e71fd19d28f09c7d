import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type Axe from 'axe-core'
import type { CDPSession, Page } from 'playwright-core'

/** A third of the size of `axe.source`, which each page would have to receive and parse. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface Rule {
  id: string
  impact: string
  enabled: boolean
  tags: string[]
}

/** Sizes of targets are measured only if asked for. That takes as long as all other rules together. */
export interface Rules {
  sizes: boolean
}

/** The serious problems that axe finds on the current page, by the rules of WCAG 2.2 AA too. */
export async function accessibilityProblems(page: Page, rules: Rules = { sizes: true }): Promise<string[]> {
  return withoutMotion(page, async (session) => {
    // Unlike Playwright's `evaluate`, this finds what the browser compiled for earlier pages.
    if (!(await page.evaluate(`'axe' in globalThis`))) await session.send('Runtime.evaluate', { expression: AXE })
    return problemsOf(page, rules)
  })
}

function problemsOf(page: Page, rules: Rules): Promise<string[]> {
  return page.evaluate(async ({ sizes }) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe & { _audit: { rules: Rule[] } } }
    const isUnusual = ({ enabled, tags }: Rule) =>
      !enabled || tags.includes('experimental') || tags.includes('deprecated')
    // The rule of sizes is the only one of WCAG 2.2 AA, which axe leaves off unless it is asked for.
    const rules = axe._audit.rules.filter((rule) => (rule.id === 'target-size' ? sizes : !isUnusual(rule)))
    const serious = rules.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const { violations } = await axe.run({
      iframes: false,
      preload: false,
      resultTypes: ['violations'],
      // Other rules find nothing serious, and take a fifth of the time.
      runOnly: { type: 'rule', values: serious.map(({ id }) => id) },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, rules)
}

/** An animation that follows a scroll position waits for the scroll, and never ends. */
const FINITE = `document.getAnimations().filter((one) =>
  one.timeline instanceof DocumentTimeline && one.effect?.getComputedTiming().endTime !== Infinity)`

/** A new toast starts to fade in a few frames later. */
const COMES_TO_REST = `(async () => {
  for (let frame = 0; frame < 5; frame++) {
    await Promise.all(${FINITE}.map((one) => one.finished.catch(() => {})))
    await new Promise(requestAnimationFrame)
  }
})()`

const IS_MOVING = `${FINITE}.some((one) => one.currentTime > 0 && one.playState === 'running')`

/**
 * An element that is fading has too little contrast. Animations end before the work starts, and those that start during
 * it, such as of a toast that ends, stay at their first frame.
 */
async function withoutMotion<Result>(page: Page, work: (session: CDPSession) => Promise<Result>): Promise<Result> {
  const session = await page.context().newCDPSession(page)
  const play = (playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate })
  await session.send('Animation.enable')
  try {
    do {
      await play(1)
      await page.evaluate(COMES_TO_REST)
      await play(0)
    } while (await page.evaluate(IS_MOVING))
    return await work(session)
  } finally {
    await play(1)
    await session.detach()
  }
}
