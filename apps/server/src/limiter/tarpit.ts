import { setTimeout as sleep } from 'node:timers/promises'

/*
 * A request without a valid session or key costs little, but thousands per second from one address would occupy the
 * event loop. To prevent this, refusals are delayed. The delay grows with the number of refusals to the address that
 * are pending or were sent in the last half second. For example, 300 connections that only send such requests get about
 * 200 replies per second.
 */

/** Number of refusals, pending or sent in the last KEPT_MS, that are not delayed. */
const MANY = 100
const KEPT_MS = 500
const EACH_MS = 5
const DELAY_MAX_MS = 4000

/** Returns a function that delays refusals to an address: by `eachMs` per refusal after `many`, up to `mostMs`. */
export function tarpit({ many = MANY, eachMs = EACH_MS, mostMs = DELAY_MAX_MS } = {}) {
  const recent = new Map<string, number>()

  function add(address: string, change: 1 | -1): number {
    const count = (recent.get(address) ?? 0) + change
    if (count > 0) recent.set(address, count)
    else recent.delete(address)
    return count
  }

  return async function slow(address: string): Promise<void> {
    const count = add(address, 1)
    if (count > many) await sleep(Math.min(mostMs, (count - many) * eachMs), undefined, { ref: false })
    setTimeout(add, KEPT_MS, address, -1).unref()
  }
}
