import { sameJson } from '@millrace/parameters/pointer'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { ApiProblem, isTemporary } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import type { Draft } from '../document/draft.ts'
import { createWorkflow, definitionFile, saveVersion, workflowOf } from '../save-workflow.ts'
import { versionOf } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'

/** The version of a workflow that was last opened or saved. */
export interface SavedWorkflow {
  /** Undefined for a workflow that has never been saved. */
  file: WorkDataDocument | undefined
  draft: Draft
  tags: readonly string[]
}

interface SaveInput {
  draft: Draft
  tags: readonly string[]
  /** A version that is newer than the one on the page. If given, the draft is saved as the version after it. */
  after?: WorkDataDocument | undefined
}

/** Returns the version that was last opened or saved, a newer version if there is one, and a mutation to save. */
export function useSavedWorkflow(opened: SavedWorkflow, onSaved: (file: WorkDataDocument) => void) {
  const queryClient = useQueryClient()
  const [saved, setSaved] = useState(opened)
  const id = saved.file && workflowOf(saved.file)
  const versions = useQuery({ ...workflowQueries.versions(id ?? ''), enabled: id !== undefined })
  const newest = versions.data?.items[0]
  const [known, setKnown] = useState<number>()
  if (versions.data && known === undefined) setKnown(newest ? numberOf(newest) : 0)
  const stored = saved.file && newest && isNewer(newest, saved.file) ? newest : undefined

  const once = useIdempotent()
  const save = useMutation({
    mutationFn: async ({ draft, tags, after }: SaveInput) => {
      const base = after ?? saved.file
      if (!base) return once({ draft, tags }, (key) => createWorkflow(queryClient, draft, { key, tags }))
      if (!after && (await hasLaterThanNext(base))) return undefined
      return once({ base: selfHref(base), draft, tags }, (key) =>
        saveVersion(queryClient, draft, { newest: base, tags, key }),
      ).catch(noneIfTaken)
    },
    onSuccess: async (file, { draft, tags }) => {
      // Another user has saved this version. Refetches, so that the page shows their version.
      if (!file) return void (await versions.refetch())
      const text = await definitionFile(draft).text()
      queryClient.setQueryData(workflowQueries.content(file).queryKey, { text, definition: draft, faults: [] })
      setSaved({ file, draft, tags })
      toast.success(fill(texts.savedAsVersion, numberOf(file)))
      onSaved(file)
    },
  })

  // A retry may succeed in saving a version that already exists, so the base stays the same until the result is known.
  const newer = save.isPending || isTemporary(save.error) ? save.variables?.after : stored

  /**
   * Returns whether other users have saved versions after the next one. The next one itself is not checked here: the
   * server refuses it if another user has saved it, but not if a request of this page has saved it and only the reply
   * was lost.
   */
  async function hasLaterThanNext(base: WorkDataDocument): Promise<boolean> {
    const query = { ...workflowQueries.versions(workflowOf(base)), staleTime: 0 }
    const [last] = (await queryClient.fetchQuery(query)).items
    return last !== undefined && numberOf(last) > numberOf(base) + 1
  }

  return {
    saved,
    save,
    versions: versions.data?.items ?? [],
    newer,
    /** Whether the newer version already existed when the page was opened. */
    isEarlier: newer !== undefined && known !== undefined && numberOf(newer) <= known,
    /** This includes a new workflow made from jobs, even before it is edited. */
    isDirty: (draft: Draft, tags: readonly string[]) =>
      (saved.file === undefined && draft.nodes.length > 0) ||
      (draft !== saved.draft && !sameJson(draft, saved.draft)) ||
      !sameJson(tags, saved.tags),
  }
}

/** Status 409 means that another user saved the same version. Their version is shown, and the draft is kept. */
function noneIfTaken(error: Error): undefined {
  if (error instanceof ApiProblem && error.status === 409) return undefined
  throw error
}

function isNewer(a: WorkDataDocument, b: WorkDataDocument): boolean {
  return numberOf(a) > numberOf(b)
}

function numberOf(file: WorkDataDocument): number {
  return versionOf(file.properties.Tags)
}
