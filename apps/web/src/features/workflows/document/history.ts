export interface History<T> {
  present: T
  past: readonly T[]
  future: readonly T[]
  /** Consecutive edits with the same topic, such as keystrokes in a title, are a single undo step. */
  topic: string | undefined
}

export type HistoryAction<T> =
  | { type: 'edit'; edit: (present: T) => T; topic?: string }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Replaces the state and clears the history. */
  | { type: 'replace'; present: T }

const STEPS_MAX = 200

export function newHistory<T>(present: T, past: readonly T[] = []): History<T> {
  return { present, past, future: [], topic: undefined }
}

export function reduceHistory<T>(history: History<T>, action: HistoryAction<T>): History<T> {
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
      return before !== undefined
        ? { present: before, past: past.slice(0, -1), future: [present, ...future], topic: undefined }
        : history
    }
    case 'redo': {
      const [next, ...later] = future
      return next !== undefined ? { present: next, past: [...past, present], future: later, topic: undefined } : history
    }
    case 'replace':
      return newHistory(action.present)
  }
}
