import { describe, expect, it } from 'vitest'
import type { JobPlan } from '#lib/job-parts.ts'
import { dataOf, noProgress, resumeAttempts, type StartProgress } from './start-progress.ts'

const planFor = (file: string): JobPlan => ({
  name: file,
  stepHref: '/api/ProcessingStep/1',
  parameters: {},
  slots: { table: [file] },
  tags: [],
})

describe('the progress of planned jobs', () => {
  const started = { jobHref: '/api/Job/a' }
  const draft = { jobHref: '/api/Job/b' }
  const progress: StartProgress = {
    attempts: new Map([
      [dataOf(planFor('a')), started],
      [dataOf(planFor('b')), draft],
    ]),
    failed: dataOf(planFor('b')),
  }

  function resumed(files: string[], earlier = progress) {
    const plans = files.map(planFor)
    const attempts = resumeAttempts(plans, earlier)
    return plans.map((plan) => attempts.get(dataOf(plan)))
  }

  it('stays with its file when another file is added or removed before the retry', () => {
    expect(resumed(['c', 'b', 'a'])).toEqual([undefined, draft, started])
    expect(resumed(['b'])).toEqual([draft])
    expect(resumed(['a'])).toEqual([started])
  })

  it('is kept for files that are missing from a retry', () => {
    const attempts = resumeAttempts([planFor('b')], progress)

    expect(resumed(['a', 'b'], { ...progress, attempts })).toEqual([started, draft])
  })

  it('passes the draft that failed on to the first job with new data if its own data was removed', () => {
    expect(resumed(['a', 'y', 'z'])).toEqual([started, draft, undefined])

    const attempts = resumeAttempts([planFor('z')], progress)

    expect(resumed(['b', 'z'], { attempts, failed: dataOf(planFor('z')) })).toEqual([undefined, draft])
  })

  it('starts at the draft that the panel sets up, with the first job', () => {
    expect(resumed(['a', 'b'], noProgress('/api/Job/draft'))).toEqual([{ jobHref: '/api/Job/draft' }, undefined])
    expect(resumed(['a'], noProgress(undefined))).toEqual([undefined])
  })
})
