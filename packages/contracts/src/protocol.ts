import { JOB_STATES } from './job-states.ts'
import { DEPLOYMENT_STATES } from './processing-steps.ts'
import { WORK_DATA_KINDS } from './work-data.ts'

/*
 * Version 9.2 of the jobs service's protocol, as the public Python client implements it: the properties and links of
 * each document class, and the values of enums.
 */

const PAGE = ['TotalEntities', 'CurrentEntitiesCount', 'PreviousEntitiesCount', 'RemainingTags']
const TAGS = ['Tags']
const SLOT = ['Name', 'Title', 'Description', 'MediaType']
const OWNED = ['OwnerId', 'CreatedBy', 'CreatedAt', 'Tags', 'TagDetails', 'Hidden']

/** The properties of each class that the protocol defines. Classes that exist only in Millrace are not listed. */
const properties: Record<string, ReadonlySet<string>> = {
  Info: new Set(['OrganizationId', 'ApiVersion', 'BuildVersion', 'UsedStorageInBytes']),
  User: new Set(['UserId', 'UserGrants']),
  Job: new Set([
    ...OWNED,
    ...['Name', 'State', 'OutputIsDeletable', 'StartedAt', 'CompletedAt', 'ErrorDescription'],
    ...['Processing', 'Result', 'ConfiguredParameters'],
  ]),
  InputDataSlot: new Set([...SLOT, 'IsConfigured']),
  OutputDataSlot: new Set(SLOT),
  WorkData: new Set([
    ...OWNED,
    ...['Name', 'SizeInBytes', 'MediaType', 'Kind', 'IsDeletable', 'IsUsedAsJobInput', 'Comments'],
  ]),
  ProcessingStep: new Set([
    ...OWNED,
    ...['Title', 'Version', 'FunctionName', 'ShortDescription', 'LongDescription', 'ProConVersion', 'CodeHash'],
    ...['HasParameters', 'IsPublic', 'IsDeprecated', 'DeprecatedAt', 'ReasonForDeprecation', 'LastModifiedAt'],
    ...['ParameterSchema', 'DefaultParameters', 'ReturnSchema'],
    ...['InputDataSlotSpecification', 'OutputDataSlotSpecification', 'DeploymentState', 'Deployment'],
  ]),
  JobQueryResult: new Set(PAGE),
  AdminJobQueryResult: new Set(PAGE),
  WorkDataQueryResult: new Set(PAGE),
  AdminWorkDataQueryResult: new Set(PAGE),
  ProcessingStepQueryResult: new Set(PAGE),
  AdminProcessingStepQueryResult: new Set(PAGE),
  JobUsedTags: new Set(TAGS),
  JobUsedTagsAdmin: new Set(TAGS),
  WorkDataUsedTagsQueryResult: new Set(TAGS),
  WorkDataUsedTagsAdminQueryResult: new Set(TAGS),
  ProcessingStepUsedTags: new Set(TAGS),
  ProcessingStepUsedTagsAdmin: new Set(TAGS),
}

/** The required links of each class. Documents of other classes require only `self`. */
const links: Record<string, string[]> = {
  EntryPoint: ['self', 'Info', 'JobsRoot', 'WorkDataRoot', 'ProcessingStepsRoot'],
  Info: ['self', 'ApiEventsEndpoint'],
  WorkData: ['self', 'Download'],
  ProcessingStep: ['self', 'Download'],
  InputDataSlot: [],
  OutputDataSlot: [],
}

const enums: Record<string, readonly string[]> = {
  'Job.State': ['Undefined', ...JOB_STATES],
  'WorkData.Kind': WORK_DATA_KINDS,
  'ProcessingStep.DeploymentState': DEPLOYMENT_STATES,
}

export const PROTOCOL = { properties, links, enums }
