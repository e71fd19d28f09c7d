import type { DEPLOYMENT_STATES, ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import { document, jsonAction, link, plainAction } from '@millrace/siren/build'
import type { SirenAction, SirenDocument } from '@millrace/siren/document'
import type { Actor } from '#app-env.ts'
import { href } from '#http/links.ts'
import { tagDetails } from '../tags/tags.rules.ts'

/** A processing step as a document, with the actions its owner may take now. */
export function stepDocument(
  origin: string,
  actor: Actor,
  row: ProcessingStepRow,
  rel?: string[],
): SirenDocument<ProcessingStepProperties> {
  const self = href.step(origin, row.id)
  return document('ProcessingStep', {
    ...(rel && { rel }),
    properties: properties(row),
    actions: row.ownerId === actor.ownerId ? ownersActions(origin, self, row) : [],
    links: [link('self', self), link('Download', `${self}/Download`, 'application/json')],
  })
}

function properties(row: ProcessingStepRow): ProcessingStepProperties {
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
    IsConfigured: true,
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
    DeploymentState: row.deploymentState as (typeof DEPLOYMENT_STATES)[number],
    Deployment: null,
  }
}

function ownersActions(origin: string, self: string, row: ProcessingStepRow): SirenAction[] {
  const parameter = (type: string, value: object) => ({ type, schemaHref: href.schema(origin, type), value })
  return [
    jsonAction(
      'EditTags',
      `${self}/EditTags`,
      'Edit the tags.',
      parameter('SetProcessingStepTagsParameters', { Tags: row.tags }),
    ),
    jsonAction(
      'EditTitle',
      `${self}/EditTitle`,
      'Edit the title.',
      parameter('SetProcessingStepTitleParameters', { Title: row.title }),
    ),
    row.hidden
      ? plainAction('UnHide', `${self}/UnHide`, 'Show the step in lists again.')
      : plainAction('Hide', `${self}/Hide`, 'Leave the step out of lists.'),
    row.isPublic
      ? plainAction('MakePrivate', `${self}/MakePrivate`, 'Only its owner sees the step.')
      : plainAction('MakePublic', `${self}/MakePublic`, 'Everybody on this server may use the step.'),
  ]
}
