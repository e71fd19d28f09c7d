import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { JOB_MOVES, JOB_STATES, TERMINAL_STATES } from '@millrace/contracts/job-states'
import { SUPERUSER, socketUrl } from '@millrace/db/embedded-settings'
import pg from 'pg'

/*
 * What must hold after any crash, asked of the database as its superuser (row-level security hides nothing) and of the
 * files. Every query answers the rows that break its rule: none is right.
 */

const legalMoves = JOB_STATES.flatMap((from) => JOB_MOVES[from].map((to) => `('${from}', '${to}')`)).join(', ')
const terminal = TERMINAL_STATES.map((state) => `'${state}'`).join(', ')

const RULES: Record<string, string> = {
  'every recorded move is in the table of moves': `
    select job_id, seq, from_state, to_state from job_event
    where (from_state is null and to_state <> 'Created')
       or (from_state is not null and (from_state, to_state) not in (${legalMoves}))`,
  'the last event says the state of the job': `
    select id, state, to_state from job
    left join job_event on job_id = id and seq = event_seq where to_state is distinct from state`,
  'the history of a job has no gaps and begins at its creation': `
    select job_id from job_event group by job_id
    having min(seq) <> 1 or max(seq) <> count(*) or count(*) filter (where from_state is null) <> 1`,
  'each event begins where the one before ended': `
    select job_id, seq from (
      select job_id, seq, from_state, lag(to_state) over (partition by job_id order by seq) as before from job_event
    ) event where from_state is distinct from before`,
  'nothing happens after the end': `select job_id, seq from job_event where from_state in (${terminal})`,
  'every attempt is one more than the one before': `
    select job_id, seq from (
      select job_id, seq, attempt, row_number() over (partition by job_id order by seq) as expected
      from job_event where to_state = 'Processing'
    ) claim where attempt <> expected`,
  'only the outputs of the completing attempt are visible': `
    select output.job_id, output.attempt from job_output output join job on job.id = output.job_id
    where output.work_data_id is not null and (job.state <> 'Completed' or output.attempt <> job.attempt)`,
  'a result belongs to a job that produced it': `
    select work_data.id from work_data left join job_output on job_output.work_data_id = work_data.id
    where kind = 'ProcessingArtefact' and job_output.job_id is null`,
  'no lease is over for longer than two sweeps': `
    select id from job where state = 'Processing' and lease_until < now() - interval '6 seconds'`,
  'a job with a parent has one': `
    select child.id from job child left join job parent on parent.id = child.parent_id
    where child.parent_id is not null and parent.id is null`,
}

/** Answers a sentence for each rule that is broken. */
export async function brokenRules(dataDirectory: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: superuserUrl(dataDirectory) })
  await client.connect()
  try {
    const broken: string[] = []
    for (const [rule, query] of Object.entries(RULES)) {
      const { rows } = await client.query(query)
      if (rows.length > 0) broken.push(`${rule}: ${rows.length} do not, such as ${JSON.stringify(rows[0])}`)
    }
    return [...broken, ...(await damagedFiles(client, join(dataDirectory, 'objects', 'sha256')))]
  } finally {
    await client.end()
  }
}

/** How many of a table's rows have this name: what was asked for once must exist once. */
export async function countNamed(dataDirectory: string, table: 'job' | 'work_data', name: string): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl(dataDirectory) })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: number }>(
      `select count(*)::int as found from ${table} where name = $1`,
      [name],
    )
    return rows[0]?.found ?? 0
  } finally {
    await client.end()
  }
}

/** No row without its bytes, whole and unchanged. */
async function damagedFiles(client: pg.Client, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>('select distinct sha256 from work_data')
  const faults = await Promise.all(
    rows.map(async ({ sha256 }) => {
      const found = await hashOfFile(join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256))
      return found === sha256 ? [] : [`every row has its bytes: ${sha256} is ${found}`]
    }),
  )
  return faults.flat()
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  } catch (error) {
    return String(error)
  }
}

/** The server writes beside its data where its socket is. */
function superuserUrl(dataDirectory: string): string {
  const written = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return socketUrl(SUPERUSER, 'millrace', written[4] ?? '')
}
