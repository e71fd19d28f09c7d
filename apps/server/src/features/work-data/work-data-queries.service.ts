import { isRootFolder } from '@millrace/contracts/queries'
import type {
  AdminWorkDataQueryParameters,
  WorkDataFilter,
  WorkDataQueryParameters,
} from '@millrace/contracts/work-data'
import type { Tx } from '@millrace/db/act'
import type { PageRequest } from '@millrace/db/keyset'
import type { Actor } from '#access/actor.ts'
import type { OwnerFilter } from '#access/scope.ts'
import type { Deps } from '#deps.ts'
import { namesOf } from '#features/owners/owners.service.ts'
import { tagQueryOf } from '#features/tags/tag-query.rules.ts'
import { listReads } from '#limiter/list-reads.ts'
import { idFromHref, workDataIdOf } from '#links.ts'
import { normalTags } from '../tags/tags.rules.ts'
import * as lists from './work-data-list.store.ts'

export type WorkDataQueryService = ReturnType<typeof workDataQueryService>

/** Finds work data in the actor's context or, for administrators, of all owners. The route checks the role. */
export function workDataQueryService(deps: Pick<Deps, 'db' | 'lanes'>) {
  const reads = listReads(deps)

  async function find(
    tx: Tx,
    ownerId: OwnerFilter,
    query: WorkDataQueryParameters,
    page: PageRequest,
    withoutMediaType?: string,
  ) {
    const filter = { ...conditionsOf(query.Filter ?? {}), ...(withoutMediaType && { withoutMediaType }) }
    const withTags = query.IncludeRemainingTags !== false
    const withKinds = query.IncludeKindCounts === true
    const found = await lists.findPage(tx, ownerId, filter, { sort: query.SortBy, page, withTags, withKinds })
    const names = await namesOf(
      tx,
      found.rows.flatMap((row) => [row.createdBy, row.ownerId]),
    )
    return { ...found, names }
  }

  return {
    check(query: AdminWorkDataQueryParameters): void {
      const { UserUrl, ...filter } = query.Filter ?? {}
      if (UserUrl) idFromHref(UserUrl, 'User')
      conditionsOf(filter)
    },

    list: (actor: Actor, query: WorkDataQueryParameters, page: PageRequest, withoutMediaType?: string) =>
      reads.asActor(actor, (tx) => find(tx, actor.ownerId, query, page, withoutMediaType)),

    listOfAll: (actor: Actor, query: AdminWorkDataQueryParameters, page: PageRequest) =>
      reads.asSystem(actor, (tx) => {
        const { UserUrl } = query.Filter ?? {}
        return find(tx, UserUrl ? idFromHref(UserUrl, 'User') : undefined, query, page)
      }),

    usedTags: (actor: Actor, requiredTags: string[] = []) =>
      reads.asActor(actor, (tx) => lists.tagsInUse(tx, actor.ownerId, normalTags(requiredTags))),

    usedTagsOfAll: (actor: Actor) => reads.asSystem(actor, (tx) => lists.tagsInUse(tx, undefined)),
  }
}

/** Filters on unsupported features, such as secret data, match nothing. */
function conditionsOf(asked: WorkDataFilter): lists.WorkDataConditions {
  const { ProducerProcessingStepUrl, VersionsOf, WorkDataUrls, ...filter } = asked
  return {
    ...filter,
    TagsByAnd: normalTags(asked.TagsByAnd ?? []),
    TagsByOr: normalTags(asked.TagsByOr ?? []),
    tagQuery: tagQueryOf(asked.TagQueryExpression),
    ...(ProducerProcessingStepUrl && { producerStepId: idFromHref(ProducerProcessingStepUrl, 'ProcessingStep') }),
    ...(WorkDataUrls && { ids: WorkDataUrls.flatMap((url) => workDataIdOf(url) ?? []) }),
    ...(VersionsOf && { versionId: idFromHref(VersionsOf, 'WorkData') }),
    isImpossible: asked.IsMarkedAsSecret === true || !isRootFolder(asked.Folder),
  }
}
