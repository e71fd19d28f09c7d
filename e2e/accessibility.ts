import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** A third of the size of `axe.source`, which each page would have to receive and parse. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The serious problems that axe finds on the current page, by the rules of WCAG 2.2 AA too. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE)
  return withoutMotion(page, () => problemsOf(page))
}

function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      iframes: false,
      resultTypes: ['violations'],
      // The only rule of WCAG 2.2 AA, which axe leaves off unless it is asked for.
      rules: { 'target-size': { enabled: true } },
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  })
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
async function withoutMotion<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const session = await page.context().newCDPSession(page)
  const play = (playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate })
  await session.send('Animation.enable')
  try {
    do {
      await play(1)
      await page.evaluate(COMES_TO_REST)
      await play(0)
    } while (await page.evaluate(IS_MOVING))
    return await work()
  } finally {
    await play(1)
    await session.detach()
  }
}
