import type {
  AdministratedUser,
  CreatedUser,
  GivenGrant,
  HeldGrant,
  OrganizationDetail,
  OrganizationPage,
} from '@millrace/contracts/administration'
import type { Plan } from '@millrace/contracts/limits'
import { asSystem, type Tx } from '@millrace/db/act'
import { isAPIError } from 'better-auth/api'
import type { Actor } from '#access/actor.ts'
import type { Auth } from '#auth/auth.ts'
import type { Deps } from '#deps.ts'
import * as grants from '#features/grants/grants.service.ts'
import { Problem } from '#problem.ts'
import * as store from './account-administration.store.ts'

export type AccountAdministration = ReturnType<typeof accountAdministration>

interface SubjectRef {
  kind: store.SubjectKind
  /** The id or the public id of the user or organization. */
  id: string
}

/** Administration of users and organizations beyond better-auth's own endpoints. */
export function accountAdministration({ db, env, newId }: Pick<Deps, 'db' | 'env' | 'newId'>, auth: Auth) {
  const on = <T>(
    actor: Actor,
    { kind, id }: SubjectRef,
    work: (tx: Tx, subject: store.Subject) => Promise<T>,
  ): Promise<T> =>
    asSystem(
      db,
      async (tx) => work(tx, (await store.findSubject(tx, kind, id)) ?? notFoundSubject(kind)),
      actor.userPublicId,
    )

  return {
    /** Creates a user without a password. Unless OIDC_ONLY is set, the user receives a link to set one. */
    async createUser(
      headers: Headers,
      { name, email, plan }: { name: string; email: string; plan: Plan },
    ): Promise<CreatedUser> {
      const { user } = await auth.api.createUser({ headers, body: { name, email, data: { plan } } }).catch(asProblem)
      if (!env.OIDC_ONLY) await auth.api.requestPasswordReset({ body: { email } })
      const { id, publicId } = user as typeof user & { publicId: string }
      return { id, publicId, name: user.name, email: user.email, plan }
    },

    user: (actor: Actor, id: string): Promise<AdministratedUser> =>
      on(actor, { kind: 'user', id }, async (tx, found) => {
        const detail = (await store.user(tx, found.id)) ?? notFoundSubject('user')
        return { ...detail, grants: await grants.grantsOf(tx, found.publicId) }
      }),

    owners: (find: { id: string } | { text: string }): Promise<store.OwnerRow[]> =>
      asSystem(db, (tx) => store.findOwners(tx, find)),

    plan: (actor: Actor, subject: SubjectRef): Promise<Plan> => on(actor, subject, async (_, { plan }) => plan),

    setPlan: (actor: Actor, subject: SubjectRef, plan: Plan): Promise<void> =>
      on(actor, subject, (tx, { id }) => store.setPlan(tx, subject.kind, id, plan)),

    grants: (actor: Actor, subject: SubjectRef): Promise<GivenGrant[]> =>
      on(actor, subject, (tx, { publicId }) => grants.grantsOf(tx, publicId)),

    allGrants: (): Promise<HeldGrant[]> => asSystem(db, grants.allGrants),

    addGrant: (actor: Actor, subject: SubjectRef, grantId: string): Promise<GivenGrant> =>
      on(actor, subject, (tx, { publicId }) =>
        grants.add(tx, { id: newId(), subjectId: publicId, grantId, createdBy: actor.userPublicId }),
      ),

    removeGrant: (actor: Actor, subject: SubjectRef, id: string): Promise<void> =>
      on(actor, subject, (tx, { publicId }) => grants.remove(tx, publicId, id)),

    organizations: (list: store.OrganizationList): Promise<OrganizationPage> =>
      asSystem(db, async (tx) => ({
        ...(await store.organizations(tx, list)),
        limit: list.limit,
        offset: list.offset,
      })),

    organization: (actor: Actor, id: string): Promise<OrganizationDetail> =>
      on(actor, { kind: 'organization', id }, async (tx, found) => {
        const detail = (await store.organization(tx, found.id)) ?? notFoundSubject('organization')
        return { ...detail, grants: await grants.grantsOf(tx, found.publicId) }
      }),
  }
}

function notFoundSubject(kind: store.SubjectKind): never {
  throw new Problem('not-found', kind === 'user' ? 'User not found.' : 'Organization not found.')
}

function asProblem(error: unknown): never {
  if (!isAPIError(error)) throw error
  const message = error.body?.message ?? error.message
  const pointer =
    error.body?.code?.startsWith('USER_ALREADY_EXISTS') || error.body?.code === 'INVALID_EMAIL' ? '/email' : ''
  throw new Problem('invalid-parameters', message, { faults: [{ pointer, message }], cause: error })
}
