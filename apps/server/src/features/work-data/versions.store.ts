import { FOLDER_KEY } from '@millrace/contracts/folder-tag'
import type { Tx } from '@millrace/db/act'

interface SameName {
  id: string
  name: string
  folder: string | null
}

/**
 * Returns the owner's newest visible upload with each of these names. If `folders` is given, the upload must be in the
 * folder at the same index as its name.
 */
export async function sameNames(
  tx: Tx,
  ownerId: string,
  { names, folders }: { names: string[]; folders: (string | null)[] | null },
): Promise<SameName[]> {
  const { rows } = folders
    ? await tx.query<SameName>(SAME_IN_FOLDER, [ownerId, names, folders, FOLDER_KEY])
    : await tx.query<SameName>(SAME_ANYWHERE, [ownerId, names])
  return rows
}

const UPLOADS = `select id, tags from work_data where owner_id = $1 and name collate "natural" = asked.name collate "natural"
  and not hidden and kind = 'ClientUpload'`

const SAME_ANYWHERE = `select found.id, asked.name, null as folder
  from (select distinct name from unnest($2::text[]) as file(name)) asked,
    lateral (${UPLOADS} order by id desc limit 1) found`

/** Maximum number of uploads with the same name, newest first, whose folders are compared. */
export const COMPARED_MAX = 20_000

/**
 * Reads the uploads with each name once. 10,000 files with the same name, each in its own folder, take 30–120 ms
 * instead of 2.8 s.
 */
const SAME_IN_FOLDER = `with found as materialized (
    select asked.name, one.id, coalesce(substr(tag.tag, length($4) + 1), '') as folder
    from (select distinct name from unnest($2::text[]) as file(name)) asked,
      lateral (${UPLOADS} order by id desc limit ${COMPARED_MAX}) one left join lateral unnest(one.tags) as tag(tag) on starts_with(tag.tag, $4))
  select distinct on (asked.name, asked.folder) found.id, asked.name, asked.folder
  from unnest($2::text[], $3::text[]) as asked(name, folder)
  join found on found.name = asked.name and found.folder = coalesce(asked.folder, '')
  order by asked.name, asked.folder, found.id desc`

/** Makes a file the first version of a new series, unless it already belongs to a series. */
export async function beginSeries(tx: Tx, id: string): Promise<void> {
  await tx.query('update work_data set series = id, version = 1 where id = $1 and series is null', [id])
}

/** Locks all versions of a series, always in the same order. Returns the number of the newest version. */
export async function lockSeries(tx: Tx, series: string): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(
    'select version from work_data where series = $1 order by version for update',
    [series],
  )
  return rows.at(-1)?.version ?? 0
}

/** Hides all versions of a series. Returns the ids of the versions that were visible. */
export async function hideVersions(tx: Tx, series: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'update work_data set hidden = true where series = $1 and not hidden returning id',
    [series],
  )
  return rows.map(({ id }) => id)
}

/** Makes the newest version visible in each series without a visible version. Returns the ids of these versions. */
export async function showNewest(tx: Tx, series: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update work_data set hidden = false
     where id in (select distinct on (series) id from work_data where series = any($1::uuid[]) order by series, version desc)
       and not exists (select from work_data other where other.series = work_data.series and not other.hidden)
     returning id`,
    [series],
  )
  return rows.map(({ id }) => id)
}
