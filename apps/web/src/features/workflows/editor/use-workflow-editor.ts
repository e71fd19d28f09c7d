import type { Fault } from '@millrace/contracts/problems'
import { graphOf } from '@millrace/workflows/graph'
import { validateWorkflow } from '@millrace/workflows/validate'
import { useDeferredValue, useMemo, useReducer, useState } from 'react'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { autoLayout, placesOf, slotsOfDraft } from '../canvas/flow-model.ts'
import { type Draft, type Edit, keysOf, moveTo, noteOfKey, type Place } from '../document/draft.ts'
import { disconnect } from '../document/edit-edges.ts'
import { removeKeys } from '../document/edit-nodes.ts'
import { fragmentOf, pasteFragment } from '../document/fragment.ts'
import { newHistory, reduceHistory } from '../document/history.ts'
import { useKnownSteps } from '../known-steps.ts'
import { createTrials } from '../trial/trials.ts'
import { deletedWorkflowFaults } from './deleted-workflows.ts'

export type WorkflowEditor = ReturnType<typeof useWorkflowEditor>

/** The selection: nodes, inputs and notes by key, or one edge by its JSON pointer in the definition. */
export interface Selection {
  keys: readonly string[]
  edge?: string
}

/** The state that undo and redo change. */
interface EditedWorkflow {
  draft: Draft
  tags: readonly string[]
}

const NOTHING: Selection = { keys: [] }
const COPY_OFFSET: Place = { x: 32, y: 32 }

/**
 * State of the workflow editor: the draft with its history, the selection, and the problems. `restored` is a draft of
 * an earlier visit. It appears as an edit of `base`, so it can be undone.
 */
export function useWorkflowEditor(base: EditedWorkflow, restored: EditedWorkflow | undefined) {
  const [history, dispatch] = useReducer(reduceHistory<EditedWorkflow>, undefined, () =>
    restored ? newHistory(restored, [base]) : newHistory(base),
  )
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const [epoch, setEpoch] = useState(0)
  const [trials] = useState(createTrials)
  const { draft, tags } = history.present
  const steps = useKnownSteps(draft)
  const slotsOf = useMemo(() => slotsOfDraft(draft, steps), [draft, steps])
  const places = useMemo(() => placesOf(draft, slotsOf), [draft, slotsOf])
  const checked = useDeferredValue(draft)
  const faults = useMemo(
    (): readonly Fault[] =>
      checked.nodes.length === 0 || steps.versions.length === 0
        ? []
        : [
            ...deletedWorkflowFaults(checked, steps.goneWorkflows),
            ...validateWorkflow(checked, steps.versions, { workflows: steps.workflows }).faults,
          ],
    [checked, steps],
  )

  const edit = useStableCallback((change: Edit, topic?: string) =>
    dispatch({ type: 'edit', edit: onDraft(change), ...(topic !== undefined && { topic }) }),
  )
  const select = useStableCallback((next: Selection) => setSelection(next))

  function jump(type: 'undo' | 'redo') {
    dispatch({ type })
    setEpoch(epoch + 1)
  }

  function paste(fragment: Parameters<typeof pasteFragment>[0], by: Place = COPY_OFFSET) {
    const { edit: change, keysIn } = pasteFragment(fragment, by)
    const keys = keysIn(draft)
    edit(change)
    setSelection({ keys })
  }

  return {
    draft,
    tags,
    setTags: (next: readonly string[]) => dispatch({ type: 'edit', edit: (before) => ({ ...before, tags: next }) }),
    steps,
    slotsOf,
    places,
    faults,
    trials,
    /** Changes with each undo, redo and replacement, which reset fields that keep their own text. */
    epoch,
    edit,
    select,
    selection: validSelection(selection, draft),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => jump('undo'),
    redo: () => jump('redo'),
    replace({ draft: next, tags: others }: EditedWorkflow) {
      dispatch({ type: 'replace', present: { draft: next, tags: others } })
      setEpoch(epoch + 1)
      setSelection(NOTHING)
    },
    selectAll: () => setSelection({ keys: keysOf(draft) }),
    /** The displayed positions of all other nodes are stored, too. */
    move: useStableCallback((moved: ReadonlyMap<string, Place>) => edit(moveTo(new Map([...places, ...moved])))),
    arrange: () => edit(moveTo(autoLayout(draft, slotsOf))),
    /** All other items keep their displayed positions. */
    remove() {
      if (selection.edge !== undefined) edit(disconnect(selection.edge))
      else if (selection.keys.length > 0) edit((before) => removeKeys(selection.keys)(moveTo(places)(before)))
      setSelection(NOTHING)
    },
    duplicate() {
      if (selection.keys.length > 0) paste(fragmentOf(draft, selection.keys))
    },
    paste,
  }
}

function onDraft(edit: Edit): (before: EditedWorkflow) => EditedWorkflow {
  return (before) => {
    const draft = edit(before.draft)
    return draft === before.draft ? before : { ...before, draft }
  }
}

/** An edit or undo may have removed selected items. */
function validSelection({ keys, edge }: Selection, draft: Draft): Selection {
  const notes = draft.layout?.notes?.length ?? 0
  const { nodes, edges } = graphOf(draft)
  const known = new Set(nodes.map(({ key }) => key))
  const kept = keys.filter((key) => known.has(key) || (noteOfKey(key) ?? notes) < notes)
  const isEdge = edge !== undefined && edges.some(({ pointer }) => pointer === edge)
  return { keys: kept.length === keys.length ? keys : kept, ...(isEdge && { edge }) }
}
