import type { AccessRequestProperties } from '@millrace/contracts/access-requests'
import { document, link, plainAction } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import type { Viewer } from '#app-env.ts'
import { href } from '#links.ts'
import { copyTarget } from './access-requests.rules.ts'
import type { Request } from './access-requests.store.ts'

export function accessRequestsDocument(viewer: Viewer, requests: Request[]): SirenDocument<object> {
  return document('AccessRequests', {
    entities: requests.map((request) => accessRequestDocument(viewer, request)) as never[],
    links: [link('self', href.accessRequests(viewer.origin))],
  })
}

function accessRequestDocument({ origin, actor }: Viewer, request: Request): SirenDocument<AccessRequestProperties> {
  const self = `${href.accessRequests(origin)}/${request.requestId}`
  const target = copyTarget(actor, request)
  const resource = request.kind === 'Job' ? href.job(origin, request.id) : href.workData(origin, request.id)
  return document('AccessRequest', {
    rel: ['item'],
    properties: {
      ResourceKind: request.kind,
      ResourceName: request.resourceName,
      ResourceUrl: resource,
      AskerName: request.name,
      AskerEmail: request.email,
      CreatedAt: request.createdAt.toISOString(),
      ExpiresAt: request.expiresAt.toISOString(),
      CopyGoesTo: target?.name ?? null,
    },
    actions: [
      ...(target ? [plainAction('GiveAccess', `${self}/GiveAccess`, 'Give the user a copy.')] : []),
      plainAction('Decline', `${self}/Decline`, 'Decline the request.'),
    ],
    links: [link('self', href.accessRequests(origin)), link('Resource', resource)],
  })
}
