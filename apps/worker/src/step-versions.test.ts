import { createHash } from 'node:crypto'
import { manifestOf } from '@millrace/worker-sdk/step-manifest'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_STEPS } from './steps.ts'

// Servers keep the manifest of a version forever, so a changed manifest needs a new version. To record the new version,
// run `vitest run step-versions -u`.
describe('a built-in step', () => {
  it.each(BUILT_IN_STEPS.map((step) => manifestOf(step)))(
    '$function_name keeps its manifest, or has a new version',
    (manifest) => {
      const hash = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
      expect(hash.slice(0, 16)).toMatchSnapshot(manifest.version)
    },
  )
})
