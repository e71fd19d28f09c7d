import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { graphOf } from '@millrace/workflows/graph'

/*
 * The workflow being edited: a definition, except that it may have no nodes yet. Every edit is a function from one
 * draft to the next, which shares the unchanged parts. history.ts keeps drafts for undo.
 */
export type Draft = WorkflowDefinition
export type WorkflowNode = Draft['nodes'][number]
export type Edit = (draft: Draft) => Draft

/** The top-left corner of an item on the canvas, in pixels at 100 %. */
export interface Place {
  x: number
  y: number
}

const NOTE_PREFIX = 'note:'

export function emptyDraft(): Draft {
  return { version: 1, title: 'New workflow', nodes: [] }
}

/** Returns the key of a note on the canvas. It contains a colon, which node ids can't contain. */
export function noteKey(index: number): string {
  return `${NOTE_PREFIX}${index}`
}

/** Returns the index of the note with this key. Undefined if the key belongs to a node or an input. */
export function noteOfKey(key: string): number | undefined {
  return key.startsWith(NOTE_PREFIX) ? Number(key.slice(NOTE_PREFIX.length)) : undefined
}

/** Returns the keys of all nodes, workflow inputs and notes. */
export function keysOf(draft: Draft): string[] {
  const notes = draft.layout?.notes ?? []
  return [...graphOf(draft).nodes.map(({ key }) => key), ...notes.map((_, index) => noteKey(index))]
}

/**
 * Returns a name similar to `base` that `taken` doesn't contain. Invalid characters are replaced with “_”, and leading
 * digits and hyphens are removed.
 */
export function freeName(base: string, taken: ReadonlySet<string>): string {
  const plain = base.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replace(/^[^A-Za-z_]+/, '') || 'node'
  if (!taken.has(plain)) return plain
  const stem = plain.replace(/_\d+$/, '')
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}_${number}`)) return `${stem}_${number}`
}

export function idsOf(draft: Draft): Set<string> {
  return new Set(draft.nodes.map(({ id }) => id))
}

export function moveTo(places: ReadonlyMap<string, Place>): Edit {
  return (draft) => {
    const nodes = { ...draft.layout?.nodes }
    const notes = [...(draft.layout?.notes ?? [])]
    for (const [key, { x, y }] of places) {
      const at = { x: Math.round(x), y: Math.round(y) }
      const index = noteOfKey(key)
      const note = index === undefined ? undefined : notes[index]
      if (note) notes[index as number] = { ...note, ...at }
      else if (index === undefined) nodes[key] = at
    }
    return withLayout(draft, { nodes, notes })
  }
}

/** Replaces the layout of a draft, or removes it if the new one is empty. */
export function withLayout(draft: Draft, { nodes = {}, notes = [] }: NonNullable<Draft['layout']>): Draft {
  const { layout: _before, ...rest } = draft
  const layout = {
    ...(Object.keys(nodes).length > 0 && { nodes }),
    ...(notes.length > 0 && { notes }),
  }
  return Object.keys(layout).length > 0 ? { ...rest, layout } : rest
}

/** Changes the title or the description. An empty description removes it. */
export function setTexts(texts: { title?: string; description?: string }): Edit {
  return (draft) => {
    const { description = draft.description, title = draft.title } = texts
    const { description: _before, ...rest } = draft
    return { ...rest, title, ...(description && { description }) }
  }
}

export function addNote(at: Place, text = ''): Edit {
  return (draft) => {
    const { nodes, notes = [] } = draft.layout ?? {}
    return withLayout(draft, {
      ...(nodes && { nodes }),
      notes: [...notes, { text, x: Math.round(at.x), y: Math.round(at.y) }],
    })
  }
}

export function setNote(index: number, text: string): Edit {
  return (draft) => {
    const { nodes, notes = [] } = draft.layout ?? {}
    const changed = notes.map((note, at) => (at === index ? { ...note, text } : note))
    return withLayout(draft, { ...(nodes && { nodes }), notes: changed })
  }
}

export function without<T>(record: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
}
