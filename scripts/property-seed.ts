import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'

/**
 * Property tests try the same cases in every run. Otherwise, a change could fail because a random case happens to find
 * an older fault. `npm run test:long` tries new cases. Random workflows differ from commit to commit; see
 * apps/server/src/testing/seed-of-commit.ts.
 */
const SEED = 20_261_122

if (!IS_LONG) fc.configureGlobal({ seed: SEED })
