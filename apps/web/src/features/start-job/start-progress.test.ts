import { describe, expect, it } from 'vitest'
import type { JobPlan } from '#lib/job-parts.ts'
import { resumeProgress } from './start-progress.ts'

const planFor = (file: string): JobPlan => ({
  name: file,
  stepHref: '/api/ProcessingStep/1',
  parameters: {},
  slots: { table: [file] },
  tags: [],
})

function keys(): () => string {
  let next = 0
  return () => `key ${next++}`
}

describe('the progress of planned jobs', () => {
  const started = () => {
    const [first, second, third] = resumeProgress(['a', 'b', 'c'].map(planFor), {
      earlier: [],
      draftHref: undefined,
      newKey: keys(),
    })
    if (!first || !second || !third) throw new Error('Each plan has its progress.')
    return [{ ...first, isDone: true }, { ...second, href: '/api/Job/b' }, third]
  }

  it('stays with its file when another file is removed before the retry', () => {
    const retry = resumeProgress(['b', 'c'].map(planFor), { earlier: started(), draftHref: undefined, newKey: keys() })

    expect(retry).toMatchObject([
      { key: 'key 1', href: '/api/Job/b', isDone: false },
      { key: 'key 2', href: undefined, isDone: false },
    ])
  })

  it('starts over for a file that was added before the retry', () => {
    const plans = ['a', 'b', 'c', 'd'].map(planFor)

    const retry = resumeProgress(plans, { earlier: started(), draftHref: undefined, newKey: () => 'new key' })

    expect(retry.map(({ key, isDone }) => [key, isDone])).toEqual([
      ['key 0', true],
      ['key 1', false],
      ['key 2', false],
      ['new key', false],
    ])
  })

  it('keeps the draft of a single job whose data was changed before the retry', () => {
    const [first] = resumeProgress([planFor('a')], { earlier: [], draftHref: undefined, newKey: keys() })
    const earlier = first ? [{ ...first, href: '/api/Job/a' }] : []

    const retry = resumeProgress([planFor('z')], { earlier, draftHref: undefined, newKey: () => 'new key' })

    expect(retry).toEqual([{ key: 'key 0', slots: '{"table":["z"]}', href: '/api/Job/a', isDone: false }])
  })

  it('starts at the draft that the panel sets up', () => {
    const [only] = resumeProgress([planFor('a')], { earlier: [], draftHref: '/api/Job/draft', newKey: keys() })

    expect(only).toMatchObject({ href: '/api/Job/draft', isDone: false })
  })
})
