import { LIMITS } from '@millrace/contracts/limits'
import type { ProcessingStepProperties, StepAction } from '@millrace/contracts/processing-steps'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { StepWithWorker } from '@millrace/db/step-workers'
import { document, jsonAction, link, plainAction, uploadAction } from '@millrace/siren/build'
import type { SirenAction, SirenDocument } from '@millrace/siren/document'
import type { Viewer } from '#app-env.ts'
import { href } from '#links.ts'
import { tagDetails } from '../tags/tags.rules.ts'
import { type DeploymentState, factsOf, isConfigured, offeredActions } from './steps.rules.ts'

/** A processing step as a document, with the actions that are on offer now. */
export function stepDocument(
  { origin, actor }: Viewer,
  { row, isUsed }: { row: StepWithWorker; isUsed: boolean },
  rel?: string[],
): SirenDocument<ProcessingStepProperties> {
  const self = href.step(origin, row.id)
  return document('ProcessingStep', {
    ...(rel && { rel }),
    properties: properties(row),
    actions: offeredActions(factsOf(row, actor, isUsed)).map((action) => actionOf(origin, self, row, action)),
    links: [link('self', self), link('Download', `${self}/Download`, 'application/json')],
  })
}

function properties(row: StepWithWorker): ProcessingStepProperties {
  return {
    Title: row.title,
    OwnerId: row.ownerId,
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
  }
}

const PLAIN: Partial<Record<StepAction, string>> = {
  ClearDefaultParameters: 'Forget the default parameters of the step.',
  Hide: 'Leave the step out of lists.',
  UnHide: 'Show the step in lists again.',
  MakePublic: 'Everybody on this server may use the step.',
  MakePrivate: 'Only its owner sees the step.',
  Restore: 'Undo the deprecation.',
  ClearCodeHash: 'Forget which code the version is.',
  ConfigureExternalDeployment: 'Let workers take jobs of the step.',
  SuspendDeployment: 'Let no worker take jobs of the step for now; they stay in the queue.',
  ResumeDeployment: 'Let workers take jobs of the step again.',
  RemoveDeployment: 'Let no worker take jobs of the step until one registers it again.',
  CopyToUser: 'Copy the step to your own.',
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
      return takes('Advise against the version.', 'DeprecatePsActionParameters')
    case 'AssignCodeHash':
      return takes('Note which code the version is.', 'AssignCodeHashParameters')
    case 'CopyToOrg':
      return takes('Copy the step to an organization.', 'CopyPsFromUserToOrgActionParameters')
    case 'ConfigureDefaultParameters':
      return jsonAction(action, at, 'Set the parameters that jobs begin with.', {
        type: 'Parameters',
        schemaHref: `${self}/ParameterSchema`,
        value: row.defaultParameters ?? {},
      })
    case 'Upload':
      return manifestUpload(action, at, 'Upload the manifest of the step.')
    default:
      return plainAction(action, at, PLAIN[action] ?? action)
  }
}

/** An action that takes one manifest as a file. */
export function manifestUpload(name: string, at: string, title: string): SirenAction {
  const files = { accept: 'application/json', maxFileSizeBytes: LIMITS.jsonBodyBytes, allowMultiple: false }
  return uploadAction(name, at, title, files)
}
