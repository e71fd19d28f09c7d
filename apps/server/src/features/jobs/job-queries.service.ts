import type { AdminJobFilter, AdminJobQueryParameters, JobQueryParameters } from '@millrace/contracts/jobs'
import { isRootFolder } from '@millrace/contracts/queries'
import type { Tx } from '@millrace/db/act'
import type { PageRequest } from '@millrace/db/keyset'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { Actor } from '#access/actor.ts'
import type { OwnerFilter } from '#access/scope.ts'
import type { Deps } from '#deps.ts'
import { tagQueryOf } from '#features/tags/tag-query.rules.ts'
import { listReads } from '#limiter/list-reads.ts'
import { idFromHref } from '#links.ts'
import { Problem } from '#problem.ts'
import { normalTags } from '../tags/tags.rules.ts'
import { searchContent } from './content-search.store.ts'
import type { JobConditions } from './job-conditions.store.ts'
import type { Counted } from './job-counts.store.ts'
import { isUnknownTimeZone, lastDays } from './job-days.store.ts'
import { groupsOf } from './job-groups.store.ts'
import * as lists from './job-list.store.ts'
import { stepsByIds } from './job-steps.store.ts'
import { viewsOf } from './job-view.ts'

export type { Counted } from './job-counts.store.ts'
export type JobQueryService = ReturnType<typeof jobQueryService>

/** Finds jobs in the actor's context or, for administrators, of all owners. The route checks the role. */
export function jobQueryService(deps: Pick<Deps, 'db' | 'lanes'>) {
  const reads = listReads(deps)

  async function find(
    tx: Tx,
    actor: Actor,
    ownerId: OwnerFilter,
    query: AdminJobQueryParameters,
    { page, counted }: { page: PageRequest; counted?: Counted | undefined },
  ) {
    const { filter, searched } = await searchContent(tx, ownerId, conditionsOf(query.Filter ?? {}))
    const withTags = query.IncludeRemainingTags !== false
    const groups = filter.NeedsYou && filter.Ungrouped ? await groupsOf(tx, ownerId, filter) : undefined
    const asked = groups ? { ...filter, except: groups } : filter
    const show = (rows: JobRow[]) => viewsOf(tx, actor, rows)
    const { shown, ...found } = await lists.findPage(tx, ownerId, asked, {
      sort: query.SortBy,
      page,
      withTags,
      counted,
      show,
    })
    const steps = groups
      ? await stepsByIds(
          tx,
          groups.map(({ stepId }) => stepId),
        )
      : undefined
    const titled = groups?.map((group) => ({ ...group, step: steps?.get(group.stepId)?.title ?? '' }))
    return { views: shown, ...found, searched, ...(titled && { groups: titled }) }
  }

  return {
    check(query: AdminJobQueryParameters): void {
      const filter = query.Filter ?? {}
      if (filter.UserUrl) idFromHref(filter.UserUrl, 'User')
      conditionsOf(filter)
    },

    list: (actor: Actor, query: JobQueryParameters, page: PageRequest, counted?: Counted) =>
      reads.asActor(actor, (tx) => find(tx, actor, actor.ownerId, query, { page, counted })),

    listOfAll: (actor: Actor, query: AdminJobQueryParameters, page: PageRequest) =>
      reads.asSystem(actor, (tx) => {
        const { UserUrl } = query.Filter ?? {}
        return find(tx, actor, UserUrl ? idFromHref(UserUrl, 'User') : undefined, query, { page })
      }),

    /**
     * Counts the jobs created on each of the last seven days. Days start at midnight in the given time zone. Throws a
     * Problem if the time zone is unknown.
     */
    lastDays: (actor: Actor, timeZone: string) =>
      reads
        .asActor(actor, (tx) => lastDays(tx, actor.ownerId, timeZone))
        .catch((cause: unknown) => {
          if (!isUnknownTimeZone(cause)) throw cause
          throw new Problem(
            'invalid-parameters',
            `Unknown time zone “${timeZone}”. Use an IANA name, such as Europe/Berlin.`,
            { cause },
          )
        }),

    usedTags: (actor: Actor) => reads.asActor(actor, (tx) => lists.tagsInUse(tx, actor.ownerId)),

    usedTagsOfAll: (actor: Actor) => reads.asSystem(actor, (tx) => lists.tagsInUse(tx, undefined)),
  }
}

/**
 * Replaces URLs with ids. The properties with URLs are removed, because stores take shortcuts for filters with few
 * properties. Filters for unsupported features, such as folders, match nothing.
 */
function conditionsOf(asked: AdminJobFilter): JobConditions {
  const { WorkDataUrl, ProcessingStepUrl, ParentJobUrl, ActionTemplateUrl, UserUrl: _, ...others } = asked
  const { Folder, TagQueryExpression, ...filter } = others
  return {
    ...filter,
    TagsByAnd: normalTags(asked.TagsByAnd ?? []),
    TagsByOr: normalTags(asked.TagsByOr ?? []),
    tagQuery: tagQueryOf(TagQueryExpression),
    ...(WorkDataUrl && { workDataId: idFromHref(WorkDataUrl, 'WorkData') }),
    ...(ProcessingStepUrl && { stepId: idFromHref(ProcessingStepUrl, 'ProcessingStep') }),
    ...(ParentJobUrl && { parentId: idFromHref(ParentJobUrl, 'Job') }),
    isImpossible: Boolean(ActionTemplateUrl) || !isRootFolder(Folder),
  }
}
