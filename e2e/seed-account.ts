import { setTimeout as sleep } from 'node:timers/promises'
import type { JobQueryResultProperties } from '@millrace/contracts/jobs'
import { embedded, hrefOf, selfHref } from '@millrace/siren/read'
import type { Person } from './api-client.ts'
import { gaugeCsv } from './gauge-csv.ts'

/** Realistic names: sentences, a long word, umlauts, right-to-left text, text without spaces, emoji. */
const NAMES = [
  'Clean the gauge readings of all stations along the Rhine between Basel and Emmerich for the flood report ',
  'rhine_gauges_2019-2024_hourly_quality_controlled_without_outliers_',
  'Überschwemmungsgefährdungsabschätzung für Köln-Mülheim, geprüft von Änne Groß · ',
  'قياسات منسوب المياه في نهر الراين من بازل إلى إمريش ',
  '水位データの整理（ライン川、バーゼルからエメリヒまで）',
  '🌊 Flood watch 📈 weekly 🇩🇪 ',
]

const WORK: [step: string, parameters: object][] = [
  ['query_table', { sql: 'select station, avg(level_cm) as mean_level from input group by station' }],
  ['profile_table', {}],
  ['query_table', { sql: 'select no_such_column_with_a_rather_long_name_of_its_own from input' }],
  ['clean_table', {}],
  ['plot_table', {}],
]

const TAGS = ['river=rhine', 'a tag of many words that does not come to an end soon', '标签', 'quality=checked']

/** Returns a name of 200 characters that ends with `index` and `ending`. */
export function longName(index: number, ending = ''): string {
  const end = ` ${index}${ending}`
  const part = [...(NAMES[index % NAMES.length] ?? '')]
  const letters = Array.from({ length: 200 - end.length }, (_, at) => part[at % part.length] ?? '')
  return letters.join('') + end
}

/** Fills an account with `count` jobs and files with long names. Some jobs fail, and some stay drafts. */
export async function seedAccount(person: Person, count: number): Promise<void> {
  const entry = await person.read('/api/EntryPoint')
  const root = await person.read(hrefOf(entry, 'JobsRoot') ?? '')
  const steps = await stepsByFunction(person)
  const files: string[] = []
  await inTurns(count, async (index) => {
    files.push(await person.upload(longFileName(index), new Uint8Array(Buffer.from(gaugeCsv(40 + (index % 9))))))
  })
  await inTurns(count, async (index) => {
    const [step, parameters] = WORK[index % WORK.length] ?? ['', {}]
    await person.act(root as never, 'RapidSetupJob', {
      Name: longName(index),
      ProcessingStepUrl: steps.get(step),
      Parameters: JSON.stringify(parameters),
      Tags: index % 3 === 0 ? TAGS : [],
      InputDataSlots: [{ Index: 0, WorkDataUrls: [files[index % files.length]] }],
      Start: index % 10 !== 9,
    })
  })
  await allEnded(person, root)
}

/** Returns a long file name. The limit is 255 bytes, so names with multibyte characters have fewer characters. */
function longFileName(index: number): string {
  const ending = ` ${index}.csv`
  const letters = [...longName(index)].slice(0, 200 - ending.length)
  while (Buffer.byteLength(letters.join('')) > 240) letters.pop()
  return letters.join('').replaceAll('/', '-') + ending
}

/** Returns the URLs of all steps by the names of their functions. */
export async function stepsByFunction(person: Person): Promise<Map<string, string>> {
  const found = await person.read(await person.post('/api/ProcessingStepQuery/CreateQuery', {}))
  const steps = embedded<{ FunctionName: string }>(found as never, 'item')
  return new Map(steps.map((step) => [step.properties.FunctionName, selfHref(step)]))
}

async function allEnded(person: Person, root: Awaited<ReturnType<Person['read']>>): Promise<void> {
  for (;;) {
    const query = await person.act(root as never, 'CreateJobQuery', { Pagination: { PageSize: 1 } })
    const { properties } = await person.read<JobQueryResultProperties>(query)
    const { Pending = 0, Processing = 0 } = properties.StateCounts
    if (Pending + Processing === 0) return
    await sleep(500)
  }
}

async function inTurns(count: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < count; first += 4) {
    const last = Math.min(first + 4, count)
    await Promise.all(Array.from({ length: last - first }, (_, offset) => work(first + offset)))
  }
}
