import { LIMITS } from '@millrace/contracts/limits'
import { sql } from 'drizzle-orm'

/*
 * A sample of the names of jobs: the names of the jobs whose id has a last byte from 0 to 3. That byte is random, so
 * this is one job in 64. The indexes `job_name_sample` and `job_name_sample_all` contain only these jobs.
 */

/** The condition of the indexes. Statements must repeat it literally, or the planner does not use them. */
export const IN_NAME_SAMPLE = 'get_byte(uuid_send(job_id), 15) < 4'

/** The order of the jobs in the indexes. It is random, so the first jobs are a sample, too. */
export const NAME_SAMPLE_ORDER = 'get_byte(uuid_send(job_id), 14)'

/** The same condition and order for statements. */
export const NAME_SAMPLE = { condition: sql.raw(IN_NAME_SAMPLE), order: sql.raw(NAME_SAMPLE_ORDER) }

const EXPECTED = LIMITS.countMax / 64

/**
 * If the sample has this many matches, there are almost certainly more matches in total than lists count. With fewer
 * matches in total, the probability of this many in the sample is less than one in a million: this number is 5.5
 * standard deviations above the expected number.
 */
export const MANY_IN_NAME_SAMPLE = Math.ceil(EXPECTED + 5.5 * Math.sqrt(EXPECTED))
