import { document } from '@millrace/siren/build'
import { expect, it } from 'vitest'
import { makeJob } from './make-job.ts'

it('says that a job cannot be created if the server does not offer it', async () => {
  const root = document('JobsRoot', { properties: {}, actions: [], links: [] })
  const plan = { name: 'Daily discharge', stepHref: undefined, parameters: undefined, slots: {}, tags: [] }

  const made = makeJob(root, plan, { start: true })

  await expect(made).rejects.toThrow('Error creating job')
})
