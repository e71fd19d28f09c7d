import pg from 'pg'

/** Tables that are copied with columns and indexes, but without triggers, policies and foreign keys. */
const COPIES = ['job', 'execution_run', 'job_event']

export interface RawRows {
  /** Writes the rows of the latest execution, which must have ended. Returns the time taken in milliseconds. */
  write(): Promise<number>
  close(): Promise<void>
}

/**
 * Measures the minimum cost of a fan-out on the same database, in two commits. The first commit inserts the jobs and
 * their runs. The second commit completes all jobs and inserts their history. Each commit takes one statement per
 * table.
 */
export async function rawRows(databaseUrl: string): Promise<RawRows> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`set millrace.role = 'system'`)
  for (const table of COPIES) await client.query(`create table raw_${table} (like ${table} including indexes)`)
  return {
    async write() {
      const { rows } = await client.query<{ id: string }>(
        'select job_id as id from execution order by job_id desc limit 1',
      )
      const ids = [rows[0]?.id]
      // Loads the rows into memory. Otherwise, the first of two measurements would include reading them from disk.
      await client.query('select count(job) from job where parent_id = $1', ids)
      const begun = performance.now()
      await client.query('begin')
      await client.query('insert into raw_job select * from job where parent_id = $1', ids)
      await client.query('insert into raw_execution_run select * from execution_run where execution_id = $1', ids)
      await client.query('commit; begin')
      await client.query(`update raw_job set state = 'Completed', completed_at = now()`)
      await client.query(
        'insert into raw_job_event select event.* from job_event as event join raw_job as job on job.id = event.job_id',
      )
      await client.query('commit')
      const took = performance.now() - begun
      for (const table of COPIES) await client.query(`truncate raw_${table}`)
      return took
    },
    close: () => client.end(),
  }
}
