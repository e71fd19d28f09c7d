import type { Page } from 'playwright-core'

/** How smoothly a page was drawn. `longestFrame` is in milliseconds. */
export interface Frames {
  framesPerSecond: number
  longestFrame: number
}

/** Script that starts counting the frames of a page. */
export const COUNT_FRAMES = `
  globalThis.frames = []
  const note = (time) => { globalThis.frames.push(time); globalThis.frameId = requestAnimationFrame(note) }
  globalThis.frameId = requestAnimationFrame(note)
  globalThis.endFrames = () => { cancelAnimationFrame(globalThis.frameId); return globalThis.frames }`

/** Stops counting, and returns how smoothly the page has been drawn since counting started. */
export async function framesSince(page: Page): Promise<Frames> {
  const times = await page.evaluate<number[]>('globalThis.endFrames()')
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
  const whole = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return { framesPerSecond: (gaps.length / whole) * 1000, longestFrame: Math.max(...gaps) }
}
