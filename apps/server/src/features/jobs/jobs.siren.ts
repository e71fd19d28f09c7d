import type { JobAction, JobProperties } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import type { FailedParameter } from '@millrace/contracts/worker'
import { document, jsonAction, link, plainAction } from '@millrace/siren/build'
import type { SirenAction, SirenDocument, SirenLink } from '@millrace/siren/document'
import { mayRunStep } from '#access/key-access.ts'
import type { Viewer } from '#app-env.ts'
import { formValues } from '#features/processing-steps/parameters.rules.ts'
import { jobsFound } from '#http/job-links.ts'
import { href } from '#links.ts'
import { tagDetails } from '../tags/tags.rules.ts'
import { workDataDocument } from '../work-data/work-data.siren.ts'
import { LOG_TYPE } from './job-log.rules.ts'
import type { NodesDone } from './job-nodes.store.ts'
import type { SlotItem } from './job-slots.store.ts'
import type { JobView } from './job-view.ts'
import { availableActions, mayFillSlots } from './jobs.rules.ts'

/** Builds the document of a job, with its slots in order and the available actions. */
export function jobDocument(
  viewer: Viewer,
  view: JobView,
  rel?: string[],
  { shortSlots = false } = {},
): SirenDocument<JobProperties> {
  const self = href.job(viewer.origin, view.job.id)
  return document('Job', {
    ...(rel && { rel }),
    properties: properties(view),
    entities: shortSlots
      ? slotsWithFiles(viewer, view)
      : [...inputSlots(viewer, self, view), ...outputSlots(viewer, view)],
    actions: availableActions(view.facts)
      .filter((action) => action !== 'StartProcessing' || mayStart(viewer, view))
      .map((action) => actionOf(viewer.origin, self, view, action)),
    links: links(viewer, self, view),
  })
}

/** An API key can be limited to some steps. */
function mayStart({ actor }: Viewer, { step }: JobView): boolean {
  return step === null || step === undefined || mayRunStep(actor, step.functionName)
}

function properties({ job, facts, step, names, jobsAhead, run, nodes }: JobView): JobProperties {
  return {
    Name: job.name,
    OwnerId: job.ownerId,
    ...(facts.isForeign && { IsForeign: true as const }),
    CreatedBy: job.createdBy,
    CreatedByName: names.get(job.createdBy) ?? null,
    State: job.state,
    Tags: job.tags,
    TagDetails: tagDetails(job.tags),
    Hidden: job.hidden,
    ...(job.isTrial && { IsTrial: true as const }),
    OutputIsDeletable: job.outputsDeletable,
    CreatedAt: job.createdAt.toISOString(),
    QueuedAt: job.queuedAt?.toISOString() ?? null,
    StartedAt: job.startedAt?.toISOString() ?? null,
    CompletedAt: job.completedAt?.toISOString() ?? null,
    PeakMemoryInBytes: job.peakMemoryBytes,
    ErrorDescription: job.error,
    Cause: job.cause,
    FailedParameter: job.failedParameter && failedParameter(job.failedParameter),
    Processing: step
      ? {
          Title: step.title,
          Description: step.shortDescription,
          FunctionName: step.functionName,
          Version: step.version,
          NumberOfInputDataSlots: step.inputSlots.length,
          NumberOfOutputDataSlots: step.outputSlots.length,
        }
      : null,
    Result: job.result === null || job.result === undefined ? null : JSON.stringify(job.result),
    ConfiguredParameters: job.parameters && JSON.stringify(job.parameters),
    Progress: job.progress,
    WorkerId: job.worker,
    Attempt: job.attempt,
    MaxAttempts: LIMITS.attemptsMax,
    HasWorker: step?.hasWorker ?? null,
    IsStepSuspended: step?.executor === 'worker' && step.deploymentState !== 'External',
    ...(jobsAhead !== undefined && { JobsAhead: jobsAhead }),
    StepOwnerName: step?.ownerName ?? null,
    ...(run && { Run: run }),
    ...(nodes && { Nodes: nodesOf(nodes) }),
  }
}

function nodesOf(nodes: NodesDone): JobProperties['Nodes'] {
  const { done, total, withoutWorker, suspended } = nodes
  return {
    Done: done,
    Total: total,
    MissingData: missingData(nodes),
    StepWithoutWorker: withoutWorker,
    SuspendedStep: suspended,
  }
}

function missingData({ missing }: NodesDone): string | null {
  return missing && `“${missing.title}” is waiting for data. ${missing.cause}`
}

function failedParameter({
  name,
  wrong,
  offset,
  suggestions,
  beside,
}: FailedParameter): JobProperties['FailedParameter'] {
  return {
    Name: name,
    Wrong: wrong ?? null,
    Offset: offset ?? null,
    Suggestions: suggestions ?? [],
    Beside: beside ?? [],
  }
}

function links(viewer: Viewer, self: string, { job, facts, run }: JobView): SirenLink[] {
  const made = [link('self', self), link('History', `${self}/History`), link('Comments', `${self}/Comments`)]
  if (job.stepId) made.push(link('SelectedProcessingStep', href.step(viewer.origin, job.stepId)))
  if (run) made.push(link('Runs', `${self}/Runs`))
  if (job.parentId) made.push(link('ParentJob', href.job(viewer.origin, job.parentId)))
  if (job.executor === 'engine' && job.attempt > 0) made.push(link('Execution', `${self}/Execution`))
  if (job.executor === 'worker' && job.attempt > 0) {
    made.push(
      link('Log', `${self}/Log`, LOG_TYPE),
      link('LogLines', `${self}/LogLines`),
      link('Logs', `${self}/Logs`),
      link('Metrics', `${self}/Metrics`),
    )
  }
  if (facts.hasSubJobs) {
    made.push(link('SubJobs', jobsFound(viewer, job.ownerId, { ParentJobUrl: self, ShowHidden: true })))
  }
  return made
}

function inputSlots(viewer: Viewer, self: string, view: JobView): SirenDocument[] {
  return (view.step?.inputSlots ?? []).map((spec, index) => {
    const items = view.inputs.filter((item) => item.slot === index)
    return document('InputDataSlot', {
      rel: ['InputDataSlot'],
      properties: {
        ...slotProperties(spec),
        IsConfigured: items.length >= Math.max(spec.MinSlots, 1),
        MinSlots: spec.MinSlots,
        MaxSlots: spec.MaxSlots,
      },
      entities: items.map((item) => workDataDocument(viewer, item.data, view.names, ['Selected'])) as never[],
      actions: mayFillSlots(view.facts)
        ? slotActions(viewer.origin, `${self}/InputDataSlot/${index}`, spec, mayBeCleared(view, index))
        : [],
      links: [],
    }) as SirenDocument
  })
}

function outputSlots(viewer: Viewer, view: JobView): SirenDocument[] {
  return (view.step?.outputSlots ?? []).map((spec, index) => {
    const items = view.outputs.filter((item) => item.slot === index)
    return document('OutputDataSlot', {
      rel: ['OutputDataSlot'],
      properties: slotProperties(spec),
      entities: items.map((item) => workDataDocument(viewer, item.data, view.names, ['Assigned'])) as never[],
      links: [],
    }) as SirenDocument
  })
}

/**
 * Builds only the slots with files, reduced to what lists show. Complete slots make up two thirds of a job's document.
 */
function slotsWithFiles({ origin }: Viewer, { step, inputs, outputs }: JobView): SirenDocument[] {
  const slots = (kind: string, rel: string, specs: readonly DataSlotSpecification[], items: readonly SlotItem[]) =>
    specs.flatMap(({ Name, Title }, index) => {
      const files = items.filter(({ slot }) => slot === index).map(({ data }) => shortFile(origin, data, rel))
      return files.length === 0
        ? []
        : [document(kind, { rel: [kind], properties: { Name, Title }, entities: files, links: [] }) as SirenDocument]
    })
  return [
    ...slots('InputDataSlot', 'Selected', step?.inputSlots ?? [], inputs),
    ...slots('OutputDataSlot', 'Assigned', step?.outputSlots ?? [], outputs),
  ]
}

/**
 * Builds a document of work data with the properties that lists show. It has a separate class, because `WorkData`
 * documents are always complete.
 */
function shortFile(origin: string, { id, name, mediaType, isUsed }: SlotItem['data'], rel: string): SirenDocument {
  return document('ShortWorkData', {
    rel: [rel],
    properties: { Name: name, MediaType: mediaType, IsUsedAsJobInput: isUsed },
    links: [link('self', href.workData(origin, id))],
  }) as SirenDocument
}

function slotProperties(spec: DataSlotSpecification) {
  return { Name: spec.Name, Title: spec.Title, Description: spec.Description, MediaType: spec.MediaType }
}

/**
 * Whether users may clear a slot. An empty, optional slot that lost its data may be cleared, so that the job stops
 * waiting.
 */
function mayBeCleared(view: JobView, slot: number): boolean {
  if (view.inputs.some((item) => item.slot === slot)) return true
  return view.step?.inputSlots[slot]?.MinSlots === 0 && view.job.lostSlots?.includes(slot) === true
}

function slotActions(
  origin: string,
  self: string,
  { MaxSlots }: DataSlotSpecification,
  isClearable: boolean,
): SirenAction[] {
  const parameter = (type: string) => ({ type, schemaHref: href.schema(origin, type) })
  const one = jsonAction(
    'SelectWorkData',
    `${self}/SelectWorkData`,
    'Choose the work data.',
    parameter('SelectWorkDataForDataSlotParameters'),
  )
  const many = jsonAction(
    'SelectWorkDataCollection',
    `${self}/SelectWorkDataCollection`,
    'Choose several items of work data.',
    parameter('SelectWorkDataCollectionForDataSlotParameters'),
  )
  return [
    one,
    ...(MaxSlots === 1 ? [] : [many]),
    ...(isClearable ? [plainAction('Clear', `${self}/Clear`, 'Empty the slot.')] : []),
  ]
}

const PLAIN: Partial<Record<JobAction, string>> = {
  StartProcessing: 'Start the job.',
  CancelProcessing: 'Cancel the job. Partial output is discarded.',
  Hide: 'Hide the job from lists.',
  UnHide: 'Show the job in lists again.',
  AllowOutputDataDeletion: 'Allow the job’s results to be deleted.',
  DisallowOutputDataDeletion: 'Protect the job’s results from deletion.',
  Delete: 'Delete the job.',
  DeleteWithOutputData: 'Delete the job and its results.',
}

function actionOf(origin: string, self: string, { job, step }: JobView, action: JobAction): SirenAction {
  const at = `${self}/${action}`
  const parameter = (type: string, value?: object) => ({
    type,
    schemaHref: href.schema(origin, type),
    ...(value && { value }),
  })
  switch (action) {
    case 'Rename':
      return jsonAction(action, at, 'Rename this job.', parameter('RenameJobParameters', { NewName: job.name }))
    case 'EditTags':
      return jsonAction(action, at, 'Edit the tags.', parameter('SetJobTagsParameters', { Tags: job.tags }))
    case 'SelectProcessing':
      return jsonAction(action, at, 'Choose the processing step.', parameter('SelectProcessingParameters'))
    case 'SetJobToErrorState':
      return jsonAction(action, at, 'Mark the job as failed.', parameter('SetJobErrorStateParameters'))
    case 'CopyToOrg':
      return jsonAction(action, at, 'Copy the job’s setup to an organization.', parameter('CopyJobToOrgParameters'))
    case 'ConfigureProcessing':
      return jsonAction(action, at, 'Set the parameters.', {
        type: 'Parameters',
        schemaHref: `${self}/ParameterSchema`,
        value: step ? formValues(step, job.parameters) : {},
      })
    default:
      return plainAction(action, at, PLAIN[action] ?? action)
  }
}
