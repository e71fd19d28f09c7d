import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type Axe from 'axe-core'
import type { CDPSession, Page } from 'playwright-core'

/** The minified axe, because every page receives and parses the code. `axe.source` is three times as large. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface Rule {
  id: string
  impact: string
  enabled: boolean
  tags: string[]
}

/** Which rules to check. Target sizes are optional, because they take as long as all other rules together. */
export interface Rules {
  sizes: boolean
}

/** Returns the serious problems that axe finds on the current page, including those of WCAG 2.2 AA. */
export async function accessibilityProblems(page: Page, rules: Rules = { sizes: true }): Promise<string[]> {
  return withoutMotion(page, async (session) => {
    // Unlike Playwright's `evaluate`, `Runtime.evaluate` reuses the code that the browser compiled for earlier pages.
    if (!(await page.evaluate(`'axe' in globalThis`))) await session.send('Runtime.evaluate', { expression: AXE })
    return problemsOf(page, rules)
  })
}

function problemsOf(page: Page, rules: Rules): Promise<string[]> {
  return page.evaluate(async ({ sizes }) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe & { _audit: { rules: Rule[] } } }
    const isUnusual = ({ enabled, tags }: Rule) =>
      !enabled || tags.includes('experimental') || tags.includes('deprecated')
    // `target-size` is axe's only rule for WCAG 2.2 AA. It is off by default.
    const rules = axe._audit.rules.filter((rule) => (rule.id === 'target-size' ? sizes : !isUnusual(rule)))
    const serious = rules.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const { violations } = await axe.run({
      iframes: false,
      preload: false,
      resultTypes: ['violations'],
      // Other rules find no serious problems but take a fifth of the time.
      runOnly: { type: 'rule', values: serious.map(({ id }) => id) },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, rules)
}

/** Script that lists the animations that end. An animation that follows the scroll position never ends by itself. */
const FINITE = `document.getAnimations().filter((one) =>
  one.timeline instanceof DocumentTimeline && one.effect?.getComputedTiming().endTime !== Infinity)`

/** Script that waits for animations to end. It waits several frames, because a new toast starts fading in late. */
const COMES_TO_REST = `(async () => {
  for (let frame = 0; frame < 5; frame++) {
    await Promise.all(${FINITE}.map((one) => one.finished.catch(() => {})))
    await new Promise(requestAnimationFrame)
  }
})()`

const IS_MOVING = `${FINITE}.some((one) => one.currentTime > 0 && one.playState === 'running')`

/**
 * Runs `work` while no animation runs, because an element that is fading has too little contrast. Running animations
 * end before the work starts. Those that start during the work, such as that of a closing toast, stay at their first
 * frame.
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
