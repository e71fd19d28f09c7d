import { describe, expect, it } from 'vitest'
import type { JobPlan } from '#lib/job-parts.ts'
import { attemptsFor, dataOf, noProgress, type StartProgress } from './start-progress.ts'

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
  const progress = (): StartProgress => ({
    attempts: new Map([
      [dataOf(planFor('a')), [started]],
      [dataOf(planFor('b')), [draft]],
    ]),
    failed: dataOf(planFor('b')),
    made: [],
  })

  function resumed(files: string[], earlier = progress()) {
    const plans = files.map(planFor)
    return plans.map((plan) => attemptsFor(plan, plans, earlier))
  }

  it('stays with its file when another file is added or removed before the retry', () => {
    expect(resumed(['c', 'b', 'a'])).toEqual([[], [draft], [started]])
    expect(resumed(['b'])).toEqual([[draft]])
    expect(resumed(['a'])).toEqual([[started]])
  })

  it('is kept for files that are missing from a retry', () => {
    const earlier = progress()
    resumed(['b'], earlier)

    expect(resumed(['a', 'b'], earlier)).toEqual([[started], [draft]])
  })

  it('keeps all attempts with the same data', () => {
    const earlier = progress()
    resumed(['b'], earlier)[0]?.push(started)

    expect(resumed(['b'], earlier)).toEqual([[draft, started]])
  })

  it('offers the draft that failed to jobs with new data if its own data was removed', () => {
    const earlier = progress()
    expect(resumed(['a', 'y', 'z'], earlier)).toEqual([[started], [draft], [draft]])

    earlier.failed = dataOf(planFor('z'))
    expect(resumed(['b', 'z'], earlier)).toEqual([[draft], [draft]])
  })

  it('starts at the draft that the panel sets up', () => {
    expect(resumed(['a'], noProgress('/api/Job/draft'))).toEqual([[{ jobHref: '/api/Job/draft' }]])
    expect(resumed(['a'], noProgress(undefined))).toEqual([[]])
  })
})
