import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'

/**
 * Property tests try the same cases in every run, so that no change fails because of an older fault that a random case
 * happens to find. `npm run test:long` tries new cases. Random workflows differ from commit to commit; see
 * apps/server/src/testing/seed-of-commit.ts.
 */
const SEED = 20_261_122

if (!IS_LONG) fc.configureGlobal({ seed: SEED })
