import type { QueryClient } from '@tanstack/react-query'
import { copyText } from '#lib/copy-text.ts'
import { filesIn, inputSlots, outputSlots, parametersOf } from '#lib/job-facts.ts'
import { selfHref } from '#lib/siren.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import { isRead, type PythonJob, pythonScript } from './python-script.ts'
import * as texts from './texts.ts'

/** Copies a script that runs a job again. The job is loaded first, because documents in lists lack the slots. */
export async function copyAsPython(queryClient: QueryClient, href: string): Promise<void> {
  const job = await queryClient.fetchQuery(jobQueries.detail(href))
  const script = pythonScript(describe(job))
  await copyText(script, { said: texts.pythonScriptCopied })
}

function describe(job: JobDocument): PythonJob {
  const { Name, Processing } = job.properties
  return {
    origin: new URL(selfHref(job), location.href).origin,
    name: Name,
    step: Processing?.FunctionName ?? '',
    version: Processing?.Version ?? '',
    parameters: parametersOf(job.properties) ?? {},
    inputs: inputSlots(job).map((slot) => ({
      takesSeveral: slot.properties.MaxSlots !== 1,
      files: filesIn(slot).map((file) => ({ name: file.properties.Name, url: selfHref(file) })),
    })),
    table: firstTable(job),
  }
}

function firstTable(job: JobDocument): PythonJob['table'] {
  const slots = outputSlots(job).map((slot, index) => ({
    slot: index,
    mediaType: filesIn(slot)[0]?.properties.MediaType,
  }))
  return slots.find((slot): slot is NonNullable<PythonJob['table']> => isRead(slot.mediaType ?? ''))
}
