import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { definitionText } from '@millrace/workflows/definition-text'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { call } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import { Notice } from '../editor/notice.tsx'
import { saveVersion, workflowOf } from '../save-workflow.ts'
import { CompareDialog } from '../versions/compare-dialog.tsx'
import { ownTags, versionOf } from '../workflow-tags.ts'
import { readWorkflow, workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'

interface SaveChangeProps {
  /** The workflow version that the execution is based on. */
  workflowHref: string
  definitionHref: string
}

const ranQuery = (href: string) =>
  queryOptions({
    queryKey: ['workflow-content', href],
    queryFn: async ({ signal }) => readWorkflow(await (await call(href, { signal })).text()),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Offers to save the definition that ran as the next version of its workflow, unless the newest version is equal. If
 * the workflow has changed since the version in `workflowHref`, saving would revert that change, so only a comparison
 * is offered.
 */
export default function SaveChange({ workflowHref, definitionHref }: SaveChangeProps) {
  const { data: file } = useQuery(workDataQueries.detail(workflowHref))
  const { data: versions } = useQuery({
    ...workflowQueries.versions(file ? workflowOf(file) : ''),
    enabled: file !== undefined,
  })
  const newest = versions && (versions.items[0] ?? file)
  const { data: saved } = useQuery(workflowQueries.contentOf(newest))
  const { data: origin } = useQuery(workflowQueries.contentOf(file))
  const { data: ran } = useQuery(ranQuery(definitionHref))
  const [comparing, setComparing] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const once = useIdempotent()
  const save = useMutation({
    mutationFn: async (definition: WorkflowDefinition) =>
      newest &&
      once({ newest: selfHref(newest), definition }, (key) =>
        saveVersion(queryClient, definition, { newest, tags: ownTags(newest.properties.Tags), key }),
      ),
    onSuccess: (made) => {
      if (!made) return
      // The notice disappears together with its button, so the focus is moved to the page's content.
      if (document.activeElement === document.body || document.activeElement === button.current) {
        document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
      }
      const search = { workflowLink: encodeLink(selfHref(made)) }
      toast.success(fill(texts.savedAsVersion, versionOf(made.properties.Tags)), {
        action: { label: texts.openWorkflow, run: () => void navigate({ to: '/workflows/configurator', search }) },
      })
    },
  })
  const definition = ran?.definition
  if (!newest || newest.properties.IsForeign || !saved || !origin || !definition) return null
  if (isSame(saved.definition, definition)) return null
  const hasChanged = !isSame(saved.definition, origin.definition)
  return (
    <Notice>
      <span className="min-w-0 wrap-anywhere">
        {hasChanged
          ? texts.workflowHasChanged
          : fill(
              texts.ranAChange,
              versionOf(newest.properties.Tags),
              saved.definition?.title ?? newest.properties.Name,
            )}
      </span>
      <Button size="sm" variant="text" onClick={() => setComparing(true)}>
        {texts.showChanges}
      </Button>
      {hasChanged ? null : (
        <Button ref={button} size="sm" working={save.isPending} onClick={() => save.mutate(definition)}>
          {texts.saveThisChange}
        </Button>
      )}
      {comparing ? (
        <Suspense>
          <CompareDialog file={newest} current={definition} onClose={() => setComparing(false)} />
        </Suspense>
      ) : null}
    </Notice>
  )
}

function isSame(one: WorkflowDefinition | undefined, other: WorkflowDefinition | undefined): boolean {
  return one !== undefined && other !== undefined && definitionText(one) === definitionText(other)
}
