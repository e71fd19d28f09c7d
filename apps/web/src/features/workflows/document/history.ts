import type { Draft, Edit } from './draft.ts'

/** The draft, and the drafts before and after it. */
export interface History {
  present: Draft
  past: readonly Draft[]
  future: readonly Draft[]
  /** Consecutive edits with the same topic, such as letters of a title, are one step of undo. */
  topic: string | undefined
}

export type HistoryAction =
  | { type: 'edit'; edit: Edit; topic?: string }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Starts over with another draft. */
  | { type: 'replace'; draft: Draft }

const STEPS_MAX = 200

export function newHistory(present: Draft, past: readonly Draft[] = []): History {
  return { present, past, future: [], topic: undefined }
}

/** The one place where the draft changes. */
export function reduceHistory(history: History, action: HistoryAction): History {
  const { present, past, future, topic } = history
  switch (action.type) {
    case 'edit': {
      const next = action.edit(present)
      if (next === present) return history
      const joins = action.topic !== undefined && action.topic === topic && past.length > 0
      return {
        present: next,
        past: joins ? past : [...past, present].slice(-STEPS_MAX),
        future: [],
        topic: action.topic,
      }
    }
    case 'undo': {
      const before = past.at(-1)
      return before
        ? { present: before, past: past.slice(0, -1), future: [present, ...future], topic: undefined }
        : history
    }
    case 'redo': {
      const [next, ...later] = future
      return next ? { present: next, past: [...past, present], future: later, topic: undefined } : history
    }
    case 'replace':
      return newHistory(action.draft)
  }
}
