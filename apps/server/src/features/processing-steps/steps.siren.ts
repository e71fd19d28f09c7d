import { LIMITS } from '@millrace/contracts/limits'
import type { ProcessingStepProperties, StepAction, StepUse } from '@millrace/contracts/processing-steps'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { ShownStep } from '@millrace/db/shown-steps'
import { document, jsonAction, link, plainAction, uploadAction } from '@millrace/siren/build'
import type { SirenAction, SirenDocument } from '@millrace/siren/document'
import type { Viewer } from '#app-env.ts'
import { href } from '#links.ts'
import { tagDetails } from '../tags/tags.rules.ts'
import { formValues } from './parameters.rules.ts'
import { examplesOf, presentationOf } from './presentation.rules.ts'
import { availableActions, type DeploymentState, factsOf, isConfigured } from './steps.rules.ts'

export function stepDocument(
  { origin, actor }: Viewer,
  { row, isUsed, use }: { row: ShownStep; isUsed: boolean; use?: StepUse | undefined },
  rel?: string[],
): SirenDocument<ProcessingStepProperties> {
  const self = href.step(origin, row.id)
  return document('ProcessingStep', {
    ...(rel && { rel }),
    properties: { ...properties(row), ...(use && { Use: use }) },
    actions: [
      ...availableActions(factsOf(row, actor, isUsed)).map((action) => actionOf(origin, self, row, action)),
      ...exampleActions(origin, self, row),
    ],
    links: [link('self', self), link('Download', `${self}/Download`, 'application/json')],
  })
}

function properties(row: ShownStep): ProcessingStepProperties {
  return {
    Title: row.title,
    OwnerId: row.ownerId,
    OwnerName: row.ownerName,
    CreatedBy: row.createdBy,
    Version: row.version,
    FunctionName: row.functionName,
    ShortDescription: row.shortDescription,
    LongDescription: row.longDescription,
    ProConVersion: row.proconVersion,
    CodeHash: row.codeHash,
    HasParameters: row.parameterSchema !== null,
    IsPublic: row.isPublic,
    IsConfigured: isConfigured(row),
    Hidden: row.hidden,
    IsDeprecated: row.deprecatedAt !== null,
    DeprecatedAt: row.deprecatedAt?.toISOString() ?? null,
    ReasonForDeprecation: row.deprecationReason,
    Tags: row.tags,
    TagDetails: tagDetails(row.tags),
    CreatedAt: row.createdAt.toISOString(),
    LastModifiedAt: row.modifiedAt.toISOString(),
    ParameterSchema: row.parameterSchema && JSON.stringify(row.parameterSchema),
    DefaultParameters: row.defaultParameters && JSON.stringify(row.defaultParameters),
    ReturnSchema: row.returnSchema && JSON.stringify(row.returnSchema),
    InputDataSlotSpecification: row.inputSlots,
    OutputDataSlotSpecification: row.outputSlots,
    DeploymentState: row.deploymentState as DeploymentState,
    Deployment: null,
    HasWorker: row.hasWorker,
    WorkerSeenAt: row.workerSeenAt?.toISOString() ?? null,
    ...presentationOf(row),
  }
}

/**
 * Returns the action that runs an example, or no action if the step has no examples. Everyone who can see the step may
 * run an example, because the example's jobs and files belong to the context of the request.
 */
function exampleActions(origin: string, self: string, row: ProcessingStepRow): SirenAction[] {
  if (examplesOf(row).length === 0) return []
  const type = 'RunExampleParameters'
  return [
    jsonAction('RunExample', `${self}/RunExample`, 'Run an example on its sample data.', {
      type,
      schemaHref: href.schema(origin, type),
      value: { Example: 0 },
    }),
  ]
}

const PLAIN: Partial<Record<StepAction, string>> = {
  ClearDefaultParameters: 'Clear the default parameters of the step.',
  Hide: 'Hide the step from lists.',
  UnHide: 'Show the step in lists again.',
  MakePublic: 'Make the step available to every user of this server.',
  MakePrivate: 'Make the step visible to its owner only.',
  Restore: 'Undo the deprecation.',
  ClearCodeHash: 'Clear the code hash of the version.',
  ConfigureExternalDeployment: 'Allow workers to claim jobs of the step.',
  SuspendDeployment: 'Suspend the step. Its jobs stay in the queue.',
  ResumeDeployment: 'Resume the step.',
  RemoveDeployment: 'Stop workers from claiming jobs of the step until one registers it again.',
  CopyToUser: 'Copy the step to your workspace.',
  Delete: 'Delete the step.',
}

function actionOf(origin: string, self: string, row: ProcessingStepRow, action: StepAction): SirenAction {
  const at = `${self}/${action}`
  const takes = (title: string, type: string, value?: object) =>
    jsonAction(action, at, title, { type, schemaHref: href.schema(origin, type), ...(value && { value }) })
  switch (action) {
    case 'EditTags':
      return takes('Edit the tags.', 'SetProcessingStepTagsParameters', { Tags: row.tags })
    case 'EditTitle':
      return takes('Edit the title.', 'SetProcessingStepTitleParameters', { Title: row.title })
    case 'Deprecate':
      return takes('Mark the version as deprecated.', 'DeprecatePsActionParameters')
    case 'AssignCodeHash':
      return takes('Set the code hash of the version.', 'AssignCodeHashParameters')
    case 'CopyToOrg':
      return takes('Copy the step to an organization.', 'CopyPsFromUserToOrgActionParameters')
    case 'ConfigureDefaultParameters':
      return jsonAction(action, at, 'Set the default parameters of jobs.', {
        type: 'Parameters',
        schemaHref: `${self}/ParameterSchema`,
        value: formValues(row, null),
      })
    case 'Upload':
      return manifestUpload(action, at, 'Upload the manifest of the step.')
    default:
      return plainAction(action, at, PLAIN[action] ?? action)
  }
}

export function manifestUpload(name: string, at: string, title: string): SirenAction {
  const files = { accept: 'application/json', maxFileSizeBytes: LIMITS.jsonBodyBytes, allowMultiple: false }
  return uploadAction(name, at, title, files)
}
