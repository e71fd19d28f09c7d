import { mediaTypeOfName } from '@millrace/contracts/media-types'
import { useQueries, useQuery } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { type WorkDataDocument, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { filesIn, inputSlots, parametersOf } from '#lib/job-facts.ts'
import { isNotFound } from '#lib/not-found.ts'
import { actionOf, hrefOf, selfHref } from '#lib/siren.ts'
import type { StartWith } from '#lib/start-search.ts'
import { type Transfer, useTransfers } from '#lib/transfers.ts'
import type { ChosenData } from './slot-fit.ts'

const PROVISIONAL = 'transfer:'

/** Loads the documents of the selection: the files (including those being uploaded), the step, and the earlier job. */
export function useStartChoices(start: StartWith, uploads: readonly string[]) {
  const job = useQuery({ ...jobQueries.detail(start.job ?? ''), enabled: start.job !== undefined })
  const slots = job.data ? inputSlots(job.data) : []
  const jobFiles = [...new Set(slots.flatMap(filesIn).map(selfHref))]
  const transfers = useTransfers().filter((transfer) => uploads.includes(transfer.id))
  const uploaded = transfers.flatMap(({ state, href }) => (state === 'done' && href ? [href] : []))
  const dataHrefs = [...new Set([...(start.data ?? jobFiles), ...uploaded])]
  const files = useQueries({ queries: dataHrefs.map((href) => workDataQueries.detail(href)) })
  const documents = files.flatMap(({ data }) => data ?? [])
  const stepHref = start.step ?? (job.data && hrefOf(job.data, 'SelectedProcessingStep'))
  const step = useQuery({ ...processingStepQueries.detail(stepHref ?? ''), enabled: stepHref !== undefined })
  const onTheWay = transfers.filter(({ state }) => state === 'waiting' || state === 'sending')
  const notLoaded = files.filter(({ data, error }) => !data && error && !isNotFound(error))
  const isLoading = job.isLoading || step.isLoading || files.some((file) => file.isLoading)

  return {
    isLoading,
    job,
    /** URLs of the files currently assigned to the earlier job or the draft. */
    jobFiles,
    documents,
    /** Whether the job lacks work data that was deleted, but can start without it. */
    canDoWithout: slots.some((slot) => filesIn(slot).length === 0 && actionOf(slot, 'Clear') !== undefined),
    /** URLs of all selected files, even while their documents are loading. */
    chosen: dataHrefs,
    data: [...documents.map(chosenOf), ...onTheWay.map(provisionalOf)],
    gone: dataHrefs.filter((_, at) => isNotFound(files[at]?.error)),
    failed: notLoaded.length,
    error: notLoaded[0]?.error ?? undefined,
    stepHref,
    step,
    transfers,
    earlier: job.data && {
      name: job.data.properties.Name,
      functionName: job.data.properties.Processing?.FunctionName,
      parameters: parametersOf(job.data.properties),
      tags: job.data.properties.Tags,
      byHand:
        start.data === undefined
          ? Object.fromEntries(slots.map((slot) => [slot.properties.Name, filesIn(slot).map(selfHref)]))
          : {},
    },
  }
}

function chosenOf(file: WorkDataDocument): ChosenData {
  const { Name, MediaType, SizeInBytes } = file.properties
  return { href: selfHref(file), name: Name, mediaType: MediaType, sizeInBytes: SizeInBytes }
}

/** A file that is still uploading has no URL yet. */
function provisionalOf({ id, file }: Transfer): ChosenData {
  const mediaType = mediaTypeOfName(file.name) ?? 'application/octet-stream'
  return { href: `${PROVISIONAL}${id}`, name: file.name, mediaType, sizeInBytes: file.size }
}

/** Returns the id of the transfer that a provisional URL stands for. Undefined for other URLs. */
export function transferOf(href: string): string | undefined {
  return href.startsWith(PROVISIONAL) ? href.slice(PROVISIONAL.length) : undefined
}
