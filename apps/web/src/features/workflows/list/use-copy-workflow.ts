import { definitionText } from '@millrace/workflows/definition-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import { createWorkflow } from '../save-workflow.ts'
import { WORKFLOW_TEXTS } from '../texts.ts'
import { fileNameOf } from '../workflow-name.ts'
import { ownTags } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'

/** Returns a mutation that creates a workflow with the same definition and tags, and “ (copy)” after the title. */
export function useDuplicateWorkflow() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const once = useIdempotent()
  return useMutation({
    mutationFn: async (file: WorkDataDocument) => {
      const { definition } = await queryClient.ensureQueryData(workflowQueries.content(file))
      if (!definition) throw new Error(WORKFLOW_TEXTS.noDefinition)
      const copy = { ...definition, title: copyTitle(definition.title) }
      const tags = ownTags(file.properties.Tags)
      return once({ copy, tags }, (key) => createWorkflow(queryClient, copy, { key, tags }))
    },
    onSuccess: (made) => {
      const search = { workflowLink: encodeLink(selfHref(made)) }
      const open = () => void navigate({ to: '/workflows/configurator', search })
      toast.success(texts.workflowDuplicated, { action: { label: texts.open, run: open } })
    },
  })
}

const TITLE_MAX = 200
const COPY = ' (copy)'

function copyTitle(title: string): string {
  return `${title.slice(0, TITLE_MAX - COPY.length)}${COPY}`
}

/** Downloads a definition with sorted keys. A file that isn't a valid definition is downloaded unchanged. */
export function useDownloadWorkflow() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (file: WorkDataDocument) => {
      const { definition, text } = await queryClient.ensureQueryData(workflowQueries.content(file))
      downloadText(
        definition ? definitionText(definition) : text,
        definition ? fileNameOf(definition.title) : file.properties.Name,
      )
    },
  })
}

function downloadText(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}
