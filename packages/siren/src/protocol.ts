import type { SirenDocument } from './document.ts'

const PAGE = ['TotalEntities', 'CurrentEntitiesCount', 'PreviousEntitiesCount', 'RemainingTags']
const TAGS = ['Tags']
const SLOT = ['Name', 'Title', 'Description', 'MediaType']
const OWNED = ['OwnerId', 'CreatedBy', 'CreatedAt', 'Tags', 'TagDetails', 'Hidden']

/** The properties that protocol 9.2 defines, by class. Our own classes are not listed. */
const PROPERTIES: Record<string, ReadonlySet<string>> = {
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

/** The document limited to protocol 9.2: without properties that the protocol does not define, at any depth. */
export function protocolOnly(document: SirenDocument<unknown>): SirenDocument {
  const known = PROPERTIES[document.class[0] ?? '']
  const properties = document.properties as Record<string, unknown>
  return {
    ...document,
    properties: known ? Object.fromEntries(Object.entries(properties).filter(([key]) => known.has(key))) : properties,
    entities: document.entities.map(protocolOnly),
  }
}
