import type { ProcessingStepFilter, ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import { isRootFolder } from '@millrace/contracts/queries'
import { asSystem, type Tx } from '@millrace/db/act'
import type { PageRequest } from '@millrace/db/keyset'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { tagQueryOf } from '#features/tags/tag-query.rules.ts'
import { listReads } from '#limiter/list-reads.ts'
import { invalid } from '#problem.ts'
import { normalTags } from '../tags/tags.rules.ts'
import { useOf } from './step-use.store.ts'
import * as workerStore from './step-workers.store.ts'
import * as store from './steps.store.ts'
import { inRange, isAnyVersion, isVersion, isVersionRange } from './versions.rules.ts'

export type StepQueryService = ReturnType<typeof stepQueryService>

/** Finds the steps that the actor can see or, for administrators, all steps. The route checks the role. */
export function stepQueryService({ db, lanes }: Pick<Deps, 'db' | 'lanes'>) {
  const reads = listReads({ db, lanes })

  async function find(tx: Tx, viewer: Actor | undefined, query: ProcessingStepQueryParameters, page: PageRequest) {
    const filter = await conditionsOf(tx, viewer, query.Filter ?? {})
    const withTags = query.IncludeRemainingTags !== false
    const found = await store.findPage(tx, viewer, filter, { sort: query.SortBy, page, withTags })
    const ids = found.rows.map((row) => row.id)
    const use = query.IncludeUse && viewer ? await useOf(tx, { ownerId: viewer.ownerId, ids }) : undefined
    return { ...found, use }
  }

  /** Adds the ids of the actor's own steps that are used by jobs, because used steps can't be deleted. */
  async function withUse(found: Awaited<ReturnType<typeof find>>, actor: Actor) {
    const own = found.rows.filter((row) => row.ownerId === actor.ownerId).map((row) => row.id)
    return { ...found, used: own.length === 0 ? new Set<string>() : await asSystem(db, (tx) => store.used(tx, own)) }
  }

  return {
    /** Returns how many workers of the system and of the actor's context are connected. */
    connectedWorkers: (actor: Actor): Promise<number> =>
      asSystem(db, (tx) => workerStore.connectedWorkers(tx, actor.ownerId)),

    check({ Filter }: ProcessingStepQueryParameters): void {
      tagQueryOf(Filter?.TagQueryExpression)
      requireReadable(Filter?.Version?.trim())
    },

    list: async (actor: Actor, query: ProcessingStepQueryParameters, page: PageRequest) =>
      withUse(await reads.asActor(actor, (tx) => find(tx, actor, query, page)), actor),

    countFunctions: (actor: Actor): Promise<number> => reads.asActor(actor, (tx) => store.countFunctions(tx, actor)),

    listOfAll: async (actor: Actor, query: ProcessingStepQueryParameters, page: PageRequest) =>
      withUse(await reads.asSystem(actor, (tx) => find(tx, undefined, query, page)), actor),

    usedTags: (actor: Actor) => reads.asActor(actor, (tx) => store.tagsOf(tx, actor, { ShowHidden: true })),

    usedTagsOfAll: (actor: Actor) => reads.asSystem(actor, (tx) => store.tagsOf(tx, undefined, { ShowHidden: true })),
  }
}

async function conditionsOf(
  tx: Tx,
  viewer: Actor | undefined,
  asked: ProcessingStepFilter,
): Promise<store.StepConditions> {
  const { Version, ...filter } = asked
  return {
    ...filter,
    TagsByAnd: normalTags(asked.TagsByAnd ?? []),
    TagsByOr: normalTags(asked.TagsByOr ?? []),
    tagQuery: tagQueryOf(asked.TagQueryExpression),
    ...(Version && (await ofVersion(tx, viewer, asked, Version.trim()))),
    isImpossible: !isRootFolder(asked.Folder),
  }
}

/**
 * Converts a version filter. A single version is matched in SQL. A range is converted to the ids of the versions in it.
 * With an exact function name, `0` selects the recommended version, unless there is a version `0`.
 */
async function ofVersion(
  tx: Tx,
  viewer: Actor | undefined,
  { FunctionName, FunctionNameMatchType }: ProcessingStepFilter,
  version: string,
): Promise<Pick<store.StepConditions, 'version' | 'ids'>> {
  if (isAnyVersion(version) && FunctionName && FunctionNameMatchType === 'MatchExact') {
    const named = await store.versionsOf(tx, viewer, FunctionName)
    const newest = named.find((step) => step.version === version) ?? named[0]
    return { ids: newest ? [newest.id] : [] }
  }
  if (isVersion(version)) return { version }
  requireReadable(version)
  const all = await store.versionsOf(tx, viewer, undefined)
  return { ids: all.filter((step) => inRange(step.version, version)).map((step) => step.id) }
}

function requireReadable(version: string | undefined): void {
  if (!version || isVersion(version) || isVersionRange(version)) return
  throw invalid([
    {
      pointer: '/Filter/Version',
      message: `${version.slice(0, 100)} is neither a version nor a range. Use one such as 1.4.0 or ^1.2.`,
    },
  ])
}
