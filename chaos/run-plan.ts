import { VICTIMS, type Victim } from './installation.ts'
import { seededRandom } from './seeded-random.ts'

/** All random decisions of a run. They depend only on the seed. */
export interface RunPlan {
  /** The processes to kill, and how long the product runs before each kill. */
  kills: { victim: Victim; afterMs: number }[]
  /** Returns the duration of the client's next job, in seconds. */
  jobSeconds(client: number): number
}

const CALM_MS = { shortest: 500, longest: 4000 }
const JOB_SECONDS = { shortest: 2, longest: 6 }

/** Plans the kills of a run. Every part is killed once, in random order, before any part is killed again. */
export function planRun(seed: number, kills: number): RunPlan {
  const random = seededRandom(seed)
  const between = ({ shortest, longest }: typeof CALM_MS, next = random) => shortest + next() * (longest - shortest)
  const victims: Victim[] = []
  while (victims.length < kills) victims.push(...shuffled(VICTIMS, random))
  const clients = new Map<number, () => number>()
  return {
    kills: victims.slice(0, kills).map((victim) => ({ victim, afterMs: between(CALM_MS) })),
    jobSeconds(client) {
      const next = clients.get(client) ?? seededRandom(seed * 1000 + client + 1)
      clients.set(client, next)
      return Math.round(between(JOB_SECONDS, next))
    },
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
