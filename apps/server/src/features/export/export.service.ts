import { LIMITS } from '@millrace/contracts/limits'
import { asActor, asSystem, type Tx } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { activityService } from '#features/activity/activity.service.ts'
import { EXPORTS } from '#features/activity/activity-export.rules.ts'
import { placesInArchive } from '#features/work-data/archive.rules.ts'
import { zipArchive } from '#features/work-data/zip-archive.service.ts'
import { notFound, Problem } from '#problem.ts'
import * as store from './export.store.ts'

const PAGE = 500
/** Smaller than other pages, because the result of a job can be 1 MB. */
const PAGE_OF_JOBS = 50

export type ExportService = ReturnType<typeof exportService>

/** The user or organization whose data is downloaded. */
export interface Exported {
  kind: 'user' | 'organization'
  /** Public id. */
  id: string
  name: string
  /** Describes the account or organization itself. */
  about: object
  activity: { userId: string } | { organizationId: string }
}

/**
 * Exports everything that a user or organization owns as a ZIP archive, which is created while it is downloaded. If
 * there are too many files for one archive, they are split across several. The first archive also contains everything
 * else.
 */
export function exportService(deps: Pick<Deps, 'db' | 'env' | 'now' | 'storage'>) {
  const activity = activityService(deps)
  /** For reading the user’s comments in organizations, including organizations that the user has left. */
  const asServer: As = (work) => asSystem(deps.db, work)

  const asOwner =
    (ownerId: string): As =>
    (work) =>
      asActor(deps.db, { ownerId, userPublicId: '' }, work)

  async function partsOf({ id }: Exported): Promise<number> {
    const count = await asOwner(id)((tx) => store.countFiles(tx, id))
    return Math.max(1, Math.ceil(count / LIMITS.exportFilesMax))
  }

  /**
   * Returns one archive of the export. Throws a Problem if the 1-based number `wanted` is too high, or if it is omitted
   * although there are several archives.
   */
  async function archive(exported: Exported, wanted?: number) {
    const { kind, id, name, about } = exported
    const parts = await partsOf(exported)
    const part = wanted ?? (parts === 1 ? 1 : undefined)
    if (part === undefined) throw tooManyFiles(parts)
    if (part > parts) throw notFound()
    const as = asOwner(id)
    const files = await placedFiles(as, id, part)
    const [exportedAt, zip, missing] = [deps.now(), zipArchive(deps.storage), new Set<string>()]
    const manifest = {
      format: 'millrace-export',
      formatVersion: 1,
      server: deps.env.MILLRACE_VERSION,
      exportedAt,
      owner: { kind, id, name },
      part,
      parts,
      files: contentsOf(kind, part),
      counts: { workData: files.length },
    }
    zip.addText('manifest.json', exportedAt, [pretty(manifest)])
    if (part === 1) {
      zip.addText(`${kind === 'user' ? 'account' : 'organization'}.json`, exportedAt, [pretty(about)])
      zip.addText('activity.jsonl', exportedAt, EXPORTS.jsonl.write(activity.all(exported.activity)))
      for (const table of store.EXPORTED_TABLES) zip.addText(`${table}.jsonl`, exportedAt, lines(as, table, id))
      if (kind === 'user')
        zip.addText('comments-in-organizations.jsonl', exportedAt, lines(asServer, 'ownComments', id))
      zip.addText('job-logs.jsonl', exportedAt, logs(as, id))
    }
    for (const file of files) zip.addFileIfStored(file, () => missing.add(file.id))
    zip.addText('work-data.jsonl', exportedAt, described(as, files, missing))
    void zip.end()
    return { content: zip.content, name: parts === 1 ? name : `${name} ${part} of ${parts}` }
  }

  return {
    archive,
    partsOf,

    async ofUser(actor: Actor): Promise<Exported> {
      requireOwnSession(actor)
      const about = await asActor(deps.db, { ...actor, ownerId: actor.userPublicId }, (tx) =>
        store.account(tx, actor.userId),
      )
      if (!about) throw notFound()
      const { userId, userPublicId: id, name } = actor
      return { kind: 'user', id, name, about, activity: { userId } }
    },

    /**
     * Returns an organization for its export. `given` is the id or the public id. Only owners may export the
     * organization.
     */
    async ofOrganization(actor: Actor, given: string): Promise<Exported> {
      requireOwnSession(actor)
      const found = await asActor(deps.db, actor, (tx) => store.membership(tx, actor.userId, given))
      if (!found) throw notFound()
      if (!found.isOwner) throw new Problem('forbidden', 'Only owners of the organization can export its data.')
      if (found.lacksSecondFactor) {
        throw new Problem('second-factor-required', 'This organization requires two-factor authentication.')
      }
      const about = await asActor(deps.db, actor, (tx) => store.organization(tx, found.publicId))
      if (!about) throw notFound()
      const { id: organizationId, publicId: id, name } = found
      return { kind: 'organization', id, name, about, activity: { organizationId } }
    },
  }
}

function requireOwnSession({ impersonatedBy }: Actor): void {
  if (impersonatedBy !== undefined)
    throw new Problem('forbidden', 'Data can’t be exported while impersonating a user. Stop impersonating first.')
}

function tooManyFiles(parts: number): Problem {
  const most = LIMITS.exportFilesMax.toLocaleString('en-US')
  return new Problem('too-large', `An archive holds at most ${most} files. Download ?part=1 to ?part=${parts}.`)
}

type As = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function* pages<Row extends store.Position>(
  as: As,
  { ownerId, limit }: { ownerId: string; limit: number },
  read: (tx: Tx, page: { ownerId: string; after: store.Position; limit: number }) => Promise<Row[]>,
  start: store.Position = store.START,
): AsyncGenerator<Row[]> {
  for (let after: store.Position | undefined = start; after; ) {
    const from: store.Position = after
    const page = await as((tx) => read(tx, { ownerId, after: from, limit }))
    yield page
    after = page.length === limit ? page.at(-1) : undefined
  }
}

async function placedFiles(as: As, ownerId: string, part: number) {
  const files: store.ExportedFile[] = []
  const start = await as((tx) => store.startOfPart(tx, ownerId, (part - 1) * LIMITS.exportFilesMax))
  for await (const page of pages(as, { ownerId, limit: PAGE }, store.filesOf, start)) {
    files.push(...page)
    if (files.length >= LIMITS.exportFilesMax) break
  }
  const places = placesInArchive(files)
  return files.map((file, index) => ({ ...file, place: `files/${places[index] ?? file.id}` }))
}

async function* lines(as: As, table: store.ExportedTable, ownerId: string): AsyncGenerator<string> {
  const limit = table === 'jobs' ? PAGE_OF_JOBS : PAGE
  for await (const page of pages(as, { ownerId, limit }, (tx, at) => store.linesOf(tx, table, at))) {
    for (const { line } of page) yield `${line}\n`
  }
}

async function* logs(as: As, ownerId: string): AsyncGenerator<string> {
  for await (const page of pages(as, { ownerId, limit: PAGE }, store.jobsWithLogs)) {
    for (const job of page) if (job.hasLog) yield* logOf(as, job.id)
  }
}

async function* logOf(as: As, jobId: string): AsyncGenerator<string> {
  for (let after: number | undefined = -1; after !== undefined; ) {
    const from: number = after
    const page = await as((tx) => store.logLines(tx, jobId, from))
    for (const { line } of page) yield `${line}\n`
    after = page.at(-1)?.chunk
  }
}

/** Describes the files. Runs last, because only then is it known which contents are missing. */
async function* described(
  as: As,
  files: readonly { id: string; place: string }[],
  missing: ReadonlySet<string>,
): AsyncGenerator<string> {
  for (let start = 0; start < files.length; start += PAGE) {
    const page = files.slice(start, start + PAGE)
    const places = new Map(page.map(({ id, place }) => [id, place]))
    const entries = await as((tx) => store.fileLines(tx, [...places.keys()]))
    yield entries
      .map(({ id, entry }) => ({ ...entry, ...(missing.has(id) ? { isMissing: true } : { file: places.get(id) }) }))
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join('')
  }
}

const contentsOf = (kind: Exported['kind'], part: number) => ({
  ...(part === 1 && {
    ...(kind === 'user'
      ? { 'account.json': 'Profile, ways to sign in, sessions, memberships, API keys and grants' }
      : { 'organization.json': 'Members, invitations, teams, roles, API keys and grants' }),
    'activity.jsonl': 'The activity log, one entry per line, oldest first',
    'jobs.jsonl': 'Jobs and executions with parameters, results, inputs, outputs and history',
    'job-logs.jsonl': 'What the jobs wrote to their logs',
    'processing-steps.jsonl': 'Registered steps with their manifests',
    'comments.jsonl': 'Comments on jobs and files',
    ...(kind === 'user' && { 'comments-in-organizations.jsonl': 'Your comments on jobs and files of organizations' }),
    'access-requests.jsonl': 'Pending requests for access to jobs and files',
  }),
  'work-data.jsonl': 'Files with tags, sizes, hashes, and their paths under files/',
  'files/': 'The content of the files',
})

function pretty(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
