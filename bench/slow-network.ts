import type { Page } from 'playwright-core'

/** 1.6 Mbit/s down and 0.75 Mbit/s up, with a round-trip time of 150 ms, as in Lighthouse’s phone profile. */
export const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
}

/** Throttles the CPU of a page and, if `line` is given, its network. */
export async function throttle(page: Page, slowdown: number, line?: typeof SLOW_NETWORK): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (!line) return
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', line)
}
