import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft, setTexts } from './draft.ts'
import { type History, type HistoryAction, newHistory, reduceHistory } from './history.ts'

const title = (text: string, topic?: string): HistoryAction<Draft> => ({
  type: 'edit',
  edit: setTexts({ title: text }),
  ...(topic && { topic }),
})
const after = (...actions: HistoryAction<Draft>[]): History<Draft> =>
  actions.reduce(reduceHistory, newHistory(emptyDraft()))

describe('the history of a draft', () => {
  it('can be undone and redone', () => {
    const both = [title('A'), title('B')]

    expect(after(...both, { type: 'undo' }).present.title).toBe('A')
    expect(after(...both, { type: 'undo' }, { type: 'undo' }).present).toEqual(emptyDraft())
    expect(after(...both, { type: 'undo' }, { type: 'redo' }).present.title).toBe('B')
    expect(after({ type: 'undo' }, { type: 'redo' })).toEqual(newHistory(emptyDraft()))
  })

  it('forgets what was undone once another edit is made', () => {
    const edited = after(title('A'), { type: 'undo' }, title('C'))

    expect(edited.future).toEqual([])
    expect(edited.present.title).toBe('C')
  })

  it('undoes consecutive edits of one field together', () => {
    const typed = after(title('A', 'title'), title('Ab', 'title'), title('Abc', 'title'))

    expect(reduceHistory(typed, { type: 'undo' }).present).toEqual(emptyDraft())
    expect(after(title('A', 'title'), title('B', 'other'), { type: 'undo' }).present.title).toBe('A')
  })

  it('does not count edits that change nothing', () => {
    const same = after({ type: 'edit', edit: (draft) => draft })

    expect(same.past).toEqual([])
  })
})
