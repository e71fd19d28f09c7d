import type { Tx } from '@millrace/db/act'

export interface ExportedLine extends Position {
  [column: string]: unknown
  line: string
}

const fields = (row: string, columns: string[]) =>
  columns.map((name) => `'${camelCase(name)}', ${row}.${name}`).join(', ')

const JOB = [
  ...['id', 'name', 'state', 'created_by', 'tags', 'hidden', 'parent_id', 'again_of', 'step_id'],
  ...['parameters', 'result', 'error', 'attempt', 'worker', 'created_at', 'queued_at', 'started_at', 'completed_at'],
]
const EVENT = ['seq', 'attempt', 'from_state', 'to_state', 'actor', 'impersonator', 'reason', 'at']
const FILE = [
  ...['id', 'name', 'media_type', 'declared_media_type', 'size_in_bytes', 'sha256', 'kind', 'tags', 'hidden'],
  ...['deletable', 'comments', 'created_by', 'produced_by_job', 'produced_by_step', 'series', 'version', 'created_at'],
]
const STEP = [
  ...['id', 'function_name', 'version', 'title', 'tags', 'hidden', 'is_public', 'created_by', 'deprecated_at'],
  ...['deprecation_reason', 'manifest', 'created_at', 'modified_at'],
]
const COMMENT = ['id', 'job_id', 'work_data_id', 'author_id', 'text', 'mentions', 'created_at', 'edited_at']
const REQUEST = ['id', 'job_id', 'work_data_id', 'created_at']
const EXECUTION = ['definition_id', 'definition_sha256', 'variables', 'step_ids', 'origin_id', 'definition']

const listed = (object: string, from: string, order: string) =>
  `coalesce((select json_agg(json_build_object(${object}) order by ${order}) from ${from}), '[]')`

/** The position after which a page starts: the creation time and the id of a row. */
export interface Position {
  at: string
  id: string
}
export const START: Position = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

interface Page {
  ownerId: string
  after: Position
  limit: number
}

const pageOf = (table: string, row: string) =>
  `from ${table} ${row} where ${row}.owner_id = $1 and (${row}.created_at, ${row}.id) > ($2::timestamptz, $3::uuid)
   order by ${row}.created_at, ${row}.id limit $4`
const PAGE_OF_JOBS = `from job_listing l join job j on j.id = l.job_id
   where l.owner_id = $1 and (l.created_at, l.job_id) > ($2::timestamptz, $3::uuid) order by l.created_at, l.job_id limit $4`
const position = (row: string) => `${row}.id, ${row}.created_at::text as at`

/** The statements that export the resources of an owner, by the name of the exported file. */
const TABLES = {
  jobs: `select ${position('j')}, json_build_object(${fields('j', JOB)},
      'inputs', ${listed(`'slot', i.slot, 'item', i.item, 'workDataId', i.work_data_id`, 'job_input i where i.job_id = j.id', 'i.slot, i.item')},
      'outputs', ${listed(`'slot', o.slot, 'item', o.item, 'workDataId', o.work_data_id`, 'job_output o where o.job_id = j.id and o.work_data_id is not null', 'o.slot, o.item')},
      'history', ${listed(fields('e', EVENT), 'job_move e where e.job_id = j.id', 'e.seq')},
      'execution', (select json_build_object(${fields('x', EXECUTION)}) from execution x where x.job_id = j.id)
    )::text as line ${PAGE_OF_JOBS}`,
  'processing-steps': `select ${position('s')}, json_build_object(${fields('s', STEP)})::text as line ${pageOf('processing_step', 's')}`,
  comments: `select ${position('c')}, json_build_object(${fields('c', COMMENT)})::text as line ${pageOf('comment', 'c')}`,
  'access-requests': `select ${position('r')}, json_build_object(${fields('r', REQUEST)},
      'userName', (select name from "user" where id = r.user_id))::text as line ${pageOf('access_request', 'r')}`,
} as const

/** $1 is the user's public id. Requires a system transaction. */
const OWN_COMMENTS = `select ${position('c')}, json_build_object(${fields('c', COMMENT)},
    'organization', (select name from organization where public_id = c.owner_id))::text as line
  from comment c where c.author_id = $1 and c.owner_id <> $1 and (c.created_at, c.id) > ($2::timestamptz, $3::uuid)
  order by c.created_at, c.id limit $4`

type OwnedTable = keyof typeof TABLES
export type ExportedTable = OwnedTable | 'ownComments'
export const EXPORTED_TABLES = Object.keys(TABLES) as OwnedTable[]

export async function linesOf(tx: Tx, table: ExportedTable, page: Page): Promise<ExportedLine[]> {
  const text = table === 'ownComments' ? OWN_COMMENTS : TABLES[table]
  return (await tx.query<ExportedLine>(text, valuesOf(page))).rows
}

/** Returns how many items of work data the owner has, including hidden ones. */
export async function countFiles(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from work_data where owner_id = $1',
    [ownerId],
  )
  return rows[0]?.count ?? 0
}

/** Returns the position after the first `skipped` files. */
export async function startOfPart(tx: Tx, ownerId: string, skipped: number): Promise<Position> {
  if (skipped === 0) return START
  const { rows } = await tx.query<Position & { [column: string]: unknown }>(
    `select ${position('w')} from work_data w where w.owner_id = $1 order by w.created_at, w.id offset $2 limit 1`,
    [ownerId, skipped - 1],
  )
  return rows[0] ?? START
}

export async function jobsWithLogs(tx: Tx, page: Page): Promise<(Position & { hasLog: boolean })[]> {
  const { rows } = await tx.query<Position & { hasLog: boolean; [column: string]: unknown }>(
    `select ${position('j')}, exists (select from job_log where job_id = j.id) as "hasLog" ${PAGE_OF_JOBS}`,
    valuesOf(page),
  )
  return rows
}

/** Returns up to 20 chunks of a job's log that follow the chunk `after`. */
export async function logLines(tx: Tx, jobId: string, after: number): Promise<{ chunk: number; line: string }[]> {
  const { rows } = await tx.query<{ chunk: number; line: string }>(
    `select chunk, json_build_object('jobId', job_id, 'attempt', attempt, 'lines', lines)::text as line
     from job_log where job_id = $1 and chunk > $2 order by chunk limit 20`,
    [jobId, after],
  )
  return rows
}

/** The properties of a file that determine its path in the archive. */
export interface ExportedFile extends Position {
  [column: string]: unknown
  name: string
  tags: string[]
  sha256: string
  createdAt: Date
}

export async function filesOf(tx: Tx, page: Page): Promise<ExportedFile[]> {
  const { rows } = await tx.query<ExportedFile>(
    `select ${position('w')}, w.name, w.tags, w.sha256, w.created_at as "createdAt" ${pageOf('work_data', 'w')}`,
    valuesOf(page),
  )
  return rows
}

function valuesOf({ ownerId, after, limit }: Page): unknown[] {
  return [ownerId, after.at, after.id, limit]
}

/** Returns the full descriptions of these items of work data, ordered by id. */
export async function fileLines(tx: Tx, ids: string[]): Promise<{ id: string; entry: object }[]> {
  const { rows } = await tx.query<{ id: string; entry: object }>(
    `select w.id, json_build_object(${fields('w', FILE)}) as entry from work_data w where w.id = any($1) order by w.id`,
    [ids],
  )
  return rows
}

const KEY = [
  ...['id', 'note', 'scope', 'access', 'steps', 'last4', 'active', 'created_at', 'expires_at', 'last_used_at'],
  'last_used_from',
]
const GRANTS = listed(
  `'grant', g.grant_id, 'createdAt', g.created_at`,
  'account_grant g where g.subject_id = o.public_id',
  'g.grant_id',
)
const USER = [
  ...['id', 'public_id', 'name', 'email', 'email_verified', 'image', 'role', 'plan', 'two_factor_enabled'],
  ...['newsletter', 'mention_mails', 'created_at', 'updated_at'],
]

/**
 * Returns the account of a user: profile, ways to sign in, sessions, memberships, keys and grants, but no secrets.
 * Undefined if there is no such user.
 */
export async function account(tx: Tx, userId: string): Promise<object | undefined> {
  const { rows } = await tx.query<{ account: object }>(
    `select json_build_object(${fields('o', USER)},
       'signInMethods', ${listed(`'provider', a.provider_id, 'createdAt', a.created_at`, 'account a where a.user_id = o.id', 'a.created_at')},
       'passkeys', ${listed(fields('p', ['name', 'device_type', 'created_at', 'last_used_at']), 'passkey p where p.user_id = o.id', 'p.created_at')},
       'sessions', ${listed(fields('s', ['ip_address', 'user_agent', 'created_at', 'updated_at', 'expires_at']), 'session s where s.user_id = o.id', 's.created_at')},
       'organizations', ${listed(`'id', of.id, 'name', of.name, 'role', m.role, 'memberSince', m.created_at`, 'member m join organization of on of.id = m.organization_id where m.user_id = o.id', 'm.created_at')},
       'apiKeys', ${listed(fields('k', KEY), 'api_key k where k.user_id = o.id', 'k.created_at')},
       'grants', ${GRANTS}) as account
     from "user" o where o.id = $1`,
    [userId],
  )
  return rows[0]?.account
}

/**
 * Returns an organization: its members, invitations, teams, roles, keys and grants, but no secrets. Undefined if there
 * is no such organization.
 */
export async function organization(tx: Tx, publicId: string): Promise<object | undefined> {
  const { rows } = await tx.query<{ organization: object }>(
    `select json_build_object(${fields('o', ['id', 'public_id', 'name', 'slug', 'logo', 'metadata', 'plan', 'require_two_factor', 'created_at'])},
       'members', ${listed(`'userId', u.id, 'publicId', u.public_id, 'name', u.name, 'email', u.email, 'role', m.role, 'memberSince', m.created_at`, 'member m join "user" u on u.id = m.user_id where m.organization_id = o.id', 'm.created_at')},
       'invitations', ${listed(fields('i', ['email', 'role', 'status', 'created_at', 'expires_at']), 'invitation i where i.organization_id = o.id', 'i.created_at')},
       'teams', ${listed(`'name', t.name, 'createdAt', t.created_at, 'members', array(select user_id from team_member where team_id = t.id)`, 'team t where t.organization_id = o.id', 't.created_at')},
       'roles', ${listed(fields('r', ['role', 'permission', 'created_at']), 'organization_role r where r.organization_id = o.id', 'r.created_at')},
       'apiKeys', ${listed(fields('k', KEY), 'api_key k where k.owner_id = o.public_id', 'k.created_at')},
       'grants', ${GRANTS}) as organization
     from organization o where o.public_id = $1`,
    [publicId],
  )
  return rows[0]?.organization
}

interface Membership {
  id: string
  name: string
  isOwner: boolean
  /** Whether the organization requires a second factor that the user lacks. */
  lacksSecondFactor: boolean
}

/**
 * Returns the user's membership in the organization with this id or public id, or undefined if the user is not a
 * member.
 */
export async function membership(
  tx: Tx,
  userId: string,
  id: string,
): Promise<(Membership & { publicId: string }) | undefined> {
  const { rows } = await tx.query<Membership & { publicId: string }>(
    `select o.id, o.public_id as "publicId", o.name, 'owner' = any(string_to_array(m.role, ',')) as "isOwner",
       o.require_two_factor and u.two_factor_enabled is not true as "lacksSecondFactor"
     from member m join organization o on o.id = m.organization_id join "user" u on u.id = m.user_id
     where m.user_id = $1 and $2 in (o.id, o.public_id::text)`,
    [userId, id],
  )
  return rows[0]
}

function camelCase(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
