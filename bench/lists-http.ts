import { Agent, get } from 'node:http'
import pg from 'pg'
import { startProduct } from '../e2e/product.ts'
import { type Client, person } from './api-clients.ts'
import type { ListCase } from './lists-cases.ts'

/** Clients of the owner whose lists are measured, and of an administrator. */
export interface Readers {
  owner: Client
  admin: Client
  url: string
}

const KINDS = { jobs: 'Job', 'work data': 'WorkData', steps: 'ProcessingStep' }
export type ListKind = keyof typeof KINDS

/** Creates two accounts through the launched product. */
export async function signUpReaders(dataDirectory: string): Promise<Readers> {
  const product = await startProduct({ dataDirectory })
  try {
    const { url } = product
    return { owner: await person(url, 'Owner'), admin: await person(url, 'Admin'), url }
  } finally {
    await product.stop()
  }
}

/** Assigns the jobs of an owner to the first account, and the administrator role to the second account. */
export async function giveLists(superuserUrl: string, ownerId: string, { owner, admin }: Readers): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(`update "user" set public_id = gen_random_uuid() where public_id = $1`, [ownerId])
    await client.query(`update api_key set owner_id = $1 where user_id = (select id from "user" where email = $2)`, [
      ownerId,
      owner.email,
    ])
    await client.query(`update "user" set public_id = $1 where email = $2`, [ownerId, owner.email])
    await client.query(`update "user" set role = 'admin' where email = $1`, [admin.email])
  } finally {
    await client.end()
  }
}

/**
 * Reads a list several times. Returns how many milliseconds each reading took, from the request to the complete
 * document.
 */
export async function readings(
  { url, owner, admin }: Readers,
  isAdmin: boolean,
  kind: ListKind,
  list: ListCase<object>,
  rounds: number,
): Promise<number[]> {
  const client = isAdmin ? admin : owner
  const query = await client.post(
    `/api/${KINDS[kind]}Query/Create${isAdmin ? 'Admin' : ''}Query`,
    parametersOf(url, list),
  )
  const found: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    const started = performance.now()
    await download(query, client.key)
    if (round >= 0) found.push(performance.now() - started)
  }
  return found
}

const agent = new Agent({ keepAlive: true })

/**
 * Receives a compressed document without unpacking or parsing it. Garbage collections of the client would distort the
 * measured times.
 */
async function download(url: string, key: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' }
  get(url, { agent, headers }, (reply) => {
    if (reply.statusCode !== 200) return reject(new Error(`GET ${url}: ${reply.statusCode}`))
    reply.on('error', reject).on('end', resolve).resume()
  }).on('error', reject)
  await promise
}

const URLS = {
  stepId: ['ProcessingStepUrl', 'ProcessingStep'],
  producerStepId: ['ProducerProcessingStepUrl', 'ProcessingStep'],
  workDataId: ['WorkDataUrl', 'WorkData'],
  parentId: ['ParentJobUrl', 'Job'],
} as const

function parametersOf(url: string, { filter, tagQuery, sort, descending, offset = 0 }: ListCase<object>): object {
  const asked = Object.entries(filter).map(([name, value]) => {
    if (name === 'tagQuery') return ['TagQueryExpression', tagQuery]
    const [property, path] = URLS[name as keyof typeof URLS] ?? []
    return property ? [property, `${url}/api/${path}/${value}`] : [name, value]
  })
  return {
    Filter: Object.fromEntries(asked),
    Pagination: { PageSize: 20, PageOffset: offset },
    ...(sort && { SortBy: { PropertyName: sort, SortType: descending ? 'Descending' : 'Ascending' } }),
  }
}
