import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { person } from './api-clients.ts'
import { ATTACKS } from './fairness-attack-list.ts'

/*
 * Runs one attack. A separate process keeps the attack from delaying the measurement. The process has a low priority,
 * because a real attacker's program does not run on the server's processors. Arguments: the server's URL, its data
 * directory and the name of the attack.
 */

const [url = '', dataDirectory = '', name = ''] = process.argv.slice(2)
const attack = ATTACKS.find((one) => one.name === name)
if (!attack) throw new Error(`There is no attack “${name}”.`)

setPriority(10)
process.once('disconnect', () => process.exit(1)) // The measurement ended early.
/** Maximum time that an attack may take to clean up. */
const TIDY_MS = 3000
const outcomes = new Map<number | string, number>()
const count = (outcome: number | string) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
const run = await attack.prepare({ url, dataDirectory, client: await person(url, 'Attacker'), count })
const end = new AbortController()
process.once('message', () => {
  const ended = run(end.signal)
  process.once('message', async () => {
    end.abort()
    await Promise.race([ended, sleep(TIDY_MS)])
    process.send?.(Object.fromEntries(outcomes), () => process.exit(0))
  })
})
process.send?.('ready')
