/*
 * Generates the sample data that the server offers: readings of one month, every 15 minutes, from three gauges along
 * the Rhine. At each gauge, a flood wave arrives later and lasts longer than at the gauge upstream. The data has the
 * faults of real data loggers: outages, empty cells, spikes and repeated rows. The same seed produces the same file on
 * every computer.
 */

interface Gauge {
  station: string
  baseCm: number
  /** Height of the flood wave, and the hour of its crest, counted from the first reading. */
  waveCm: number
  crestHour: number
  riseHours: number
  fallHours: number
  /** Parameters of the rating curve: discharge = factor · (level + offset)^1.7. */
  factor: number
  offsetCm: number
}

const GAUGES: Gauge[] = [
  {
    station: 'Maxau',
    baseCm: 468,
    waveCm: 312,
    crestHour: 262,
    riseHours: 34,
    fallHours: 88,
    factor: 0.0259,
    offsetCm: 195,
  },
  {
    station: 'Kaub',
    baseCm: 214,
    waveCm: 287,
    crestHour: 285,
    riseHours: 39,
    fallHours: 97,
    factor: 0.0342,
    offsetCm: 395,
  },
  {
    station: 'Köln',
    baseCm: 331,
    waveCm: 402,
    crestHour: 306,
    riseHours: 45,
    fallHours: 108,
    factor: 0.0301,
    offsetCm: 400,
  },
]

const START = Date.UTC(2024, 0, 1)
const STEP_MS = 15 * 60_000
const STEPS = 31 * 24 * 4
const SEED = 20_240_101

interface Fault {
  outage: [from: number, to: number]
  emptyLevel: [from: number, to: number]
}

const FAULTS: Record<string, Fault> = {
  Maxau: { outage: [1881, 1889], emptyLevel: [640, 643] },
  Kaub: { outage: [1322, 1345], emptyLevel: [2210, 2214] },
  Köln: { outage: [402, 408], emptyLevel: [1530, 1533] },
}

export function riverGaugesCsv(): string {
  const random = seededRandom(SEED)
  const noise = new Map(GAUGES.map(({ station }) => [station, 0]))
  const lines = ['timestamp,station,level_cm,discharge_m3s,quality']
  for (let step = 0; step < STEPS; step += 1) {
    for (const gauge of GAUGES) {
      const drift = 0.85 * (noise.get(gauge.station) ?? 0) + (random() - 0.5) * 0.9
      noise.set(gauge.station, drift)
      lines.push(...readings(gauge, { step, drift, random }))
    }
  }
  return `${lines.join('\n')}\n`
}

interface Moment {
  step: number
  drift: number
  random: () => number
}

/** Returns the rows of a gauge at one moment: none during an outage, two if the logger repeats the row. */
function readings(gauge: Gauge, { step, drift, random }: Moment): string[] {
  const { outage, emptyLevel } = FAULTS[gauge.station] ?? { outage: [-1, -1], emptyLevel: [-1, -1] }
  const spikes = random() < 0.0035
  const spike = spikes ? (random() < 0.5 ? -1 : 1) * (90 + 260 * random()) : 0
  const noDischarge = random() < 0.004
  const twice = random() < 0.0012
  if (step >= outage[0] && step <= outage[1]) return []
  const level = levelAt(gauge, step / 4) + drift
  const discharge = gauge.factor * (level + gauge.offsetCm) ** 1.7
  const isEmpty = step >= emptyLevel[0] && step <= emptyLevel[1]
  const quality = spikes ? 'suspect' : level > gauge.baseCm + gauge.waveCm * 0.85 ? 'estimated' : 'good'
  const cells = [
    new Date(START + step * STEP_MS).toISOString().slice(0, 16).replace('T', ' '),
    gauge.station,
    isEmpty ? '' : (level + spike).toFixed(1),
    isEmpty || noDischarge ? '' : discharge.toFixed(0),
    isEmpty ? '' : quality,
  ]
  const line = cells.join(',')
  return twice ? [line, line] : [line]
}

/** Sums a base level, two oscillations, a small early wave, and the flood wave, which rises faster than it falls. */
function levelAt({ baseCm, waveCm, crestHour, riseHours, fallHours }: Gauge, hour: number): number {
  const wave = (height: number, crest: number) => {
    const width = hour < crest ? riseHours : fallHours
    return height * Math.exp(-(((hour - crest) / width) ** 2) * (hour < crest ? 1 : 0.9))
  }
  const daily = 1.6 * Math.sin(((hour - 5) / 24) * 2 * Math.PI)
  const slow = 14 * Math.sin((hour / 744) * 2 * Math.PI + 0.6)
  return baseCm + slow + daily + wave(waveCm * 0.22, crestHour - 170) + wave(waveCm, crestHour)
}

/** Returns a generator of random numbers from 0 to 1. The sequence depends only on the seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
