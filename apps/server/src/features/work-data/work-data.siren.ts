import { MEDIA, previewKind } from '@millrace/contracts/media-types'
import type { LastExecution, WorkDataAction, WorkDataProperties } from '@millrace/contracts/work-data'
import { WORK_DATA_ACTIONS } from '@millrace/contracts/work-data'
import { document, jsonAction, link, plainAction } from '@millrace/siren/build'
import type { SirenAction, SirenDocument, SirenLink } from '@millrace/siren/document'
import type { Viewer } from '#app-env.ts'
import { jobsFound } from '#http/job-links.ts'
import { queryHref } from '#http/query-link.ts'
import { resultHref } from '#http/query-routes.ts'
import { href } from '#links.ts'
import { tagDetails } from '../tags/tags.rules.ts'
import { previewRels } from './preview-links.rules.ts'
import { type FoundExecution, factsOf, isAvailable, type WorkDataFound } from './work-data.rules.ts'

export function workDataDocument(
  viewer: Viewer,
  row: WorkDataFound,
  names: ReadonlyMap<string, string>,
  rel?: string[],
): SirenDocument<WorkDataProperties> {
  const { origin, actor } = viewer
  const self = href.workData(origin, row.id)
  const facts = factsOf(row, actor)
  return document('WorkData', {
    ...(rel && { rel }),
    properties: { ...properties(row, names), ...(facts.isForeign && { IsForeign: true as const }) },
    actions: WORK_DATA_ACTIONS.filter((action) => isAvailable(facts, action)).map((action) =>
      actionOf(origin, self, row, action),
    ),
    links: links(viewer, self, row),
  })
}

function properties(row: WorkDataFound, names: ReadonlyMap<string, string>): WorkDataProperties {
  return {
    OwnerId: row.ownerId,
    CreatedBy: row.createdBy,
    OwnerName: names.get(row.ownerId) ?? null,
    CreatedByName: names.get(row.createdBy) ?? null,
    Name: row.name,
    CreatedAt: row.createdAt.toISOString(),
    SizeInBytes: row.sizeInBytes,
    Tags: row.tags,
    TagDetails: tagDetails(row.tags),
    MediaType: row.mediaType,
    Kind: row.kind,
    IsDeletable: row.deletable,
    IsUsedAsJobInput: row.isUsed,
    Hidden: row.hidden,
    Comments: row.comments,
    Sha256: row.sha256,
    ...(row.series && { Version: row.version }),
    ...(row.producedByName !== undefined && { ProducedByName: row.producedByName }),
    ...(row.lastExecution && { LastExecution: lastExecution(row.lastExecution) }),
  }
}

function lastExecution({ state, startedAt, completedAt, cause, nodeStates }: FoundExecution): LastExecution {
  return {
    State: state,
    StartedAt: startedAt?.toISOString() ?? null,
    CompletedAt: completedAt?.toISOString() ?? null,
    Cause: cause,
    NodeStates: nodeStates,
  }
}

function links(viewer: Viewer, self: string, row: WorkDataFound): SirenLink[] {
  const { origin } = viewer
  const made = [
    link('self', self),
    link('Download', `${self}/Download`, row.mediaType),
    link('Comments', `${self}/Comments`),
  ]
  if (row.producedByJob) made.push(link('ProducedByJob', href.job(origin, row.producedByJob)))
  if (row.lastExecution) made.push(link('LastExecution', href.job(origin, row.lastExecution.jobId)))
  if (row.producedByStep) made.push(link('ProducedByProcessingStep', href.step(origin, row.producedByStep)))
  made.push(
    link('UsedBy', jobsFound(viewer, row.ownerId, { WorkDataUrl: self, ShowHidden: true, WithoutTrials: true })),
  )
  if (row.series) made.push(link('Versions', versionsFound(viewer, self)))
  for (const rel of previewRels(row)) made.push(previewLink(rel, self, row.mediaType))
  return made
}

function versionsFound({ origin, actor }: Viewer, self: string): string {
  const query = { Filter: { VersionsOf: self, ShowHidden: true }, IncludeRemainingTags: false }
  return queryHref(resultHref(origin, 'WorkDataQuery'), actor, query)
}

function previewLink(rel: ReturnType<typeof previewRels>[number], self: string, mediaType: string): SirenLink {
  if (rel === 'TextPreview') return link(rel, `${self}/Preview?as=text`)
  if (rel === 'TreePreview') return link(rel, `${self}/Preview/Tree`)
  if (rel === 'PreviewDocument') return link(rel, `${self}/PreviewDocument`, 'text/html; charset=utf-8')
  if (rel === 'Preview') return link(rel, `${self}/Preview`)
  const isConverted = previewKind(mediaType) === 'picture'
  return isConverted
    ? link(rel, `${self}/Preview/Picture?size=small`, MEDIA.webp)
    : link(rel, `${self}/Inline`, mediaType)
}

const TITLES: Record<WorkDataAction, string> = {
  Rename: 'Rename the work data.',
  EditComment: 'Edit the note.',
  EditTags: 'Edit the tags.',
  EditMediaType: 'Change the media type.',
  Hide: 'Hide the work data from lists.',
  UnHide: 'Show the work data in lists again.',
  AllowDeletion: 'Allow the work data to be deleted.',
  DisallowDeletion: 'Protect the work data from deletion.',
  CopyToOrg: 'Copy the work data to an organization.',
  CopyToUser: 'Copy the work data to your workspace.',
  Delete: 'Delete the work data.',
}

function actionOf(origin: string, self: string, row: WorkDataFound, action: WorkDataAction): SirenAction {
  const at = `${self}/${action}`
  const parameter = (type: string, value?: object) => ({
    type,
    schemaHref: href.schema(origin, type),
    ...(value && { value }),
  })
  switch (action) {
    case 'Rename':
      return jsonAction(action, at, TITLES[action], parameter('SetNameWorkDataParameters', { NewName: row.name }))
    case 'EditComment':
      return jsonAction(
        action,
        at,
        TITLES[action],
        parameter('SetCommentWorkDataParameters', { Comment: row.comments ?? '' }),
      )
    case 'EditTags':
      return jsonAction(action, at, TITLES[action], parameter('SetTagsWorkDataParameters', { Tags: row.tags }))
    case 'EditMediaType':
      return jsonAction(
        action,
        at,
        TITLES[action],
        parameter('SetMediaTypeWorkDataParameters', { MediaType: row.mediaType }),
      )
    case 'CopyToOrg':
      return jsonAction(action, at, TITLES[action], parameter('CopyWorkDataFromUserToOrgActionParameters'))
    default:
      return plainAction(action, at, TITLES[action])
  }
}
