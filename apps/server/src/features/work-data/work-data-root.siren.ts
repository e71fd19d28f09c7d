import { PLANS } from '@millrace/contracts/limits'
import type { SameNamesProperties, UploadedProperties } from '@millrace/contracts/work-data'
import { document, jsonAction, link, uploadAction } from '@millrace/siren/build'
import type { Viewer } from '#app-env.ts'
import { queryHref } from '#http/query-link.ts'
import { adminResultHref, resultHref } from '#http/query-routes.ts'
import { href } from '#links.ts'
import { sourceList } from './remote-files.rules.ts'

/**
 * Builds the root of work data. `listsUploadParameters` is for the public Python client, which sends an upload's
 * parameters only if the action lists them as a second field. Generic clients reject a document if an upload action has
 * a second field.
 */
export function workDataRoot(
  { origin, actor }: Viewer,
  { listsUploadParameters, sources }: { listsUploadParameters: boolean; sources: readonly string[] },
) {
  const parameter = (type: string) => ({ type, schemaHref: href.schema(origin, type) })
  const at = `${origin}/api`
  return document('WorkDataRoot', {
    actions: [
      jsonAction(
        'CreateWorkDataQuery',
        `${at}/WorkDataQuery/CreateQuery`,
        'Find work data.',
        parameter('WorkDataQueryParameters'),
      ),
      jsonAction(
        'CreateWorkDataTagsQuery',
        `${at}/WorkDataRoot/CreateTagsQuery`,
        'List the tags of work data.',
        parameter('WorkDataUsedTagsFilterParameter'),
      ),
      uploadAction(
        'Upload',
        `${at}/WorkData/UploadWorkData`,
        'Upload files.',
        { accept: '*/*', maxFileSizeBytes: mostBytes(actor), allowMultiple: true },
        listsUploadParameters ? parameter('UploadWorkDataParameters') : undefined,
      ),
      ...(listsUploadParameters ? [] : [...versionActions(at, parameter), ...fetchActions(at, sources, parameter)]),
    ],
    links: [
      link('self', href.workDataRoot(origin)),
      link('all', queryHref(resultHref(origin, 'WorkDataQuery'), actor, {})),
      ...(listsUploadParameters ? [] : [link('ResumableUploads', `${at}/Uploads`)]),
      link('UsedTags', `${at}/WorkDataRoot/QueryTags`),
      ...(actor.isAdmin ? adminLinks({ origin, actor }) : []),
    ],
  })
}

export function sameNamesDocument(origin: string, found: { id: string; name: string; folder: string | null }[]) {
  const files = found.map(({ id, name, folder }) => ({
    Name: name,
    Folder: folder,
    WorkDataUrl: href.workData(origin, id),
  }))
  return document<SameNamesProperties>('SameNames', {
    properties: { Found: files },
    links: [link('self', href.workDataRoot(origin))],
  })
}

/** Builds the document that lists the work data from an upload, in the order of the upload's parts. */
export function uploadedDocument(origin: string, uploaded: { id: string; name: string }[]) {
  return document<UploadedProperties>('Uploaded', {
    properties: { Uploaded: uploaded.map(({ id, name }) => ({ Name: name, WorkDataUrl: href.workData(origin, id) })) },
    links: [link('self', href.workDataRoot(origin))],
  })
}

type Parameter = (type: string) => { type: string; schemaHref: string }

function fetchActions(at: string, sources: readonly string[], parameter: Parameter) {
  if (sources.length === 0) return []
  const title = `Fetch a file from ${sourceList(sources)}.`
  return [jsonAction('UploadFromUrl', `${at}/WorkDataRoot/UploadFromUrl`, title, parameter('UploadFromUrlParameters'))]
}

function versionActions(at: string, parameter: Parameter) {
  return [
    jsonAction(
      'FindSameNames',
      `${at}/WorkDataRoot/FindSameNames`,
      'Find the uploads that have these names.',
      parameter('FindSameNamesParameters'),
    ),
    jsonAction(
      'CreateArchive',
      `${at}/WorkDataQuery/CreateArchive`,
      'Download work data as one ZIP archive.',
      parameter('CreateArchiveParameters'),
    ),
    jsonAction(
      'AddVersion',
      `${at}/WorkDataRoot/AddVersion`,
      'Make an upload the newest version of another one.',
      parameter('AddVersionParameters'),
    ),
  ]
}

/** Returns the maximum size of a file. The document needs a number even if the plan has no limit. */
function mostBytes({ grants }: Viewer['actor']): number {
  return grants.includes('plan:enterprise') ? Number.MAX_SAFE_INTEGER : PLANS.free.fileBytes
}

function adminLinks({ origin, actor }: Viewer) {
  return [
    link('all-admin', queryHref(adminResultHref(origin, 'WorkDataQuery'), actor, {})),
    link('UsedTagsAdmin', `${origin}/api/WorkDataRoot/UsedTagsAdmin`),
  ]
}
