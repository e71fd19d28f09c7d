import { asActor } from '@millrace/db/act'
import { type Actor, accountOf } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#problem.ts'
import * as store from './work-data.store.ts'

/** A file that arrives in several requests, as the client announces it when the upload is created. */
export interface NewPartialUpload {
  name: string
  declaredType: string | undefined
  sizeInBytes: number
  tags: string[]
  /** An identifier by which the client recognizes the file. */
  fingerprint?: string | undefined
}

/** What is stored with the bytes of an upload. */
export interface Description extends NewPartialUpload {
  ownerId: string
  /** The account that uploads the file, as opposed to the owner. */
  account?: string
  /** SHA-256 of the whole file, in lowercase hex, if the client announced it. */
  sha256?: string | undefined
}

interface Found {
  description: Description
  offset: number
  /** The error that caused later bytes to be lost. */
  failure?: unknown
  workDataId?: string | undefined
  sha256?: string
}

/**
 * Returns the upload or, if a client missed the last response, the work data that the upload became. Throws a Problem
 * if there is neither.
 */
export async function findPartialUpload(deps: Pick<Deps, 'db' | 'storage'>, actor: Actor, id: string): Promise<Found> {
  const found = await deps.storage.partial.find(id)
  if (!found) return recorded(deps, actor, id)
  const description = JSON.parse(found.description) as Description
  if (description.ownerId !== actor.ownerId) throw notFound()
  return { description, offset: found.sizeInBytes, failure: found.failure }
}

async function recorded({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<Found> {
  const row = await asActor(db, actor, (tx) => store.find(tx, actor.scope, id))
  if (!row || row.ownerId !== actor.ownerId) throw notFound()
  const { name, sizeInBytes, tags, ownerId, sha256 } = row
  const description = { name, sizeInBytes, tags, ownerId, declaredType: undefined }
  return { description, offset: sizeInBytes, workDataId: id, sha256 }
}

/** Returns the description of a new upload, as it is stored. */
export function descriptionOf(actor: Actor, upload: NewPartialUpload): string {
  return JSON.stringify({ ...upload, ownerId: actor.ownerId, account: accountOf(actor) } satisfies Description)
}
