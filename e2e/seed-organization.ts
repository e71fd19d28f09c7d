import { type Calls, type Person, signUp } from './api-client.ts'
import { longName } from './seed-account.ts'

const MEMBERS = 12
const INVITATIONS = 8
const NAMES = [
  'Mara Lindqvist',
  'Jonas Ortmann',
  'Änne Groß-Überschär',
  'محمد بن عبد الله',
  '水野 恵子',
  'Ana Sofía Martínez',
]

interface SeededOrganization {
  userId: string
  organizationId: string
}

/** Creates keys for a user, and an organization with members in every role, teams, roles and invitations. */
export async function seedOrganization(url: string, owner: Person): Promise<SeededOrganization> {
  for (const [at, query] of ['ttl=432000', 'access=read', 'access=run&steps=clean_table,plot_table'].entries()) {
    await owner.post(`/api/keys?note=${encodeURIComponent(at === 1 ? longName(at) : `Key ${at}`)}&${query}`)
  }
  const ask = callsOf(owner)
  const organization = { name: longName(2).slice(0, 90), slug: crypto.randomUUID() }
  const { id: organizationId } = await ask<{ id: string }>('create', organization)
  for (const team of ['Gauges', longName(1).slice(0, 80)]) await ask('create-team', { name: team, organizationId })
  const permission = { member: ['create'], invitation: ['create', 'cancel'] }
  await ask('create-role', { role: 'inviter', permission, organizationId })
  for (let at = 0; at < MEMBERS; at += 1) {
    const name = at % 4 === 3 ? longName(at).slice(0, 90) : (NAMES[at % NAMES.length] ?? '')
    const guest = await signUp(url, name, `${localPart(name)}.${at + 1}@rhine-lab.example`)
    const role = ['member', 'admin', 'inviter', 'owner'][at % 4]
    const { id } = await ask<{ id: string }>('invite-member', { email: guest.email, role, organizationId })
    await callsOf(guest)('accept-invitation', { invitationId: id })
  }
  for (let at = 0; at < INVITATIONS; at += 1) {
    const email = at === 2 ? `${'long-'.repeat(12)}@${'mail.'.repeat(20)}example.com` : `guest-${at}@example.com`
    await ask('invite-member', { email, role: 'member', organizationId })
  }
  const session = await owner.request('/api/auth/get-session')
  const { user } = (await session.json()) as { user: { id: string } }
  return { userId: user.id, organizationId }
}

/** Gives one grant to both a user and an organization, and another grant only to the organization. */
export async function giveGrants(administrator: Person, { userId, organizationId }: SeededOrganization): Promise<void> {
  for (const [holder, grantId] of [
    [`users/${userId}`, 'codeContributor'],
    [`organizations/${organizationId}`, 'codeContributor'],
    [`organizations/${organizationId}`, 'large-uploads'],
  ]) {
    await administrator.post(`/api/admin/${holder}/grants`, { grantId })
  }
}

/** Converts a name to the local part of an address: `Änne Groß` → `anne.gro`. Other scripts become `member`. */
function localPart(name: string): string {
  const ascii = name
    .normalize('NFD')
    .replaceAll(/[^\w ]/g, '')
    .trim()
    .toLowerCase()
  return ascii.split(/\s+/).slice(0, 2).join('.') || 'member'
}

/** Returns a function that calls the organization endpoints as a user. A refused call throws. */
export function callsOf(person: Calls) {
  return async <T>(path: string, body: object): Promise<T> => {
    const address = `/api/auth/organization/${path}`
    const headers = { 'content-type': 'application/json' }
    const reply = await person.request(address, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
}
