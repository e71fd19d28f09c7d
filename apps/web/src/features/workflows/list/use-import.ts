import { LIMITS } from '@millrace/contracts/limits'
import { MEDIA } from '@millrace/contracts/media-types'
import type { Fault } from '@millrace/contracts/problems'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readJson } from '#components/schema-form/json-text.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import { createWorkflow, tooLargeText } from '../save-workflow.ts'
import { stepVersionsOf } from '../step-versions.ts'
import * as texts from './texts.ts'

/** A checked file. If it has problems, it is imported only on request. Without a definition, it can't be imported. */
export interface CheckedFile {
  name: string
  definition: WorkflowDefinition | undefined
  faults: readonly Fault[]
}

/** Imports definition files. Files without problems are stored immediately; the others are listed in `problems`. */
export function useImport() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const once = useIdempotent()
  const [problems, setProblems] = useState<readonly CheckedFile[]>([])

  const { mutate, isPending } = useMutation({
    mutationFn: (definitions: readonly WorkflowDefinition[]) =>
      once(definitions, async (key) => {
        const made = []
        for (const [at, definition] of definitions.entries())
          made.push(await createWorkflow(queryClient, definition, { key: `${at}${key}`, tags: [] }))
        return made
      }),
    onSuccess: (made) => {
      const [only] = made
      if (!only) return
      const search = { workflowLink: encodeLink(selfHref(only)) }
      const open = () => void navigate({ to: '/workflows/configurator', search })
      if (made.length > 1) toast.success(fill(texts.imported, plural(made.length, 'workflow')))
      else toast.success(texts.workflowImported, { action: { label: texts.open, run: open } })
    },
  })

  async function add(files: readonly File[]) {
    const [{ validateWorkflow }, { parsingLosses }] = await Promise.all([
      import('@millrace/workflows/validate'),
      import('@millrace/workflows/parsing-losses'),
    ])
    const steps = stepVersionsOf(await queryClient.ensureQueryData(processingStepQueries.lookup()))
    const checked: CheckedFile[] = []
    for (const file of files) {
      if (file.size > LIMITS.definitionBytesMax) checked.push(refused(file.name, tooLargeText(file.size)))
      else {
        const text = utf8(await file.arrayBuffer())
        const { value, fault } = text === undefined ? { value: undefined, fault: texts.notUtf8 } : readJson(text)
        const losses = fault === undefined ? parsingLosses(text ?? '') : []
        if (fault !== undefined) checked.push(refused(file.name, fault))
        else if (losses.length > 0) checked.push({ name: file.name, definition: undefined, faults: losses })
        else checked.push({ name: file.name, ...validateWorkflow(value, steps) })
      }
    }
    const good = checked.flatMap(({ definition, faults }) => (definition && faults.length === 0 ? [definition] : []))
    if (good.length > 0) mutate(good)
    setProblems(checked.filter(({ faults }) => faults.length > 0))
  }

  return {
    add: (files: readonly File[]) => void add(files).catch((error: Error) => toast.error(error.message)),
    isPending,
    problems,
    /** Imports the definition despite its problems. */
    accept: (file: CheckedFile) => {
      if (file.definition) mutate([file.definition])
      setProblems(problems.filter((other) => other !== file))
    },
    dismiss: (file: CheckedFile) => setProblems(problems.filter((other) => other !== file)),
  }
}

function refused(name: string, message: string): CheckedFile {
  return { name, definition: undefined, faults: [{ pointer: '', message }] }
}

function utf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** File types that the file picker accepts. */
export const ACCEPTED = `.json,${MEDIA.json},${MEDIA.workflowDefinition}`
