import type { ActivityEntry, ActivityEvent, RefusedSignIn } from '@millrace/contracts/activity'
import { encodeLink } from './link-code.ts'

interface Words {
  /** Who acted, such as `You` or `Mara Lindqvist`. */
  who: string
  /** The affected user as an object: `you`, `Mara Lindqvist`. */
  whom: string
  /** The affected user as a possessive: `your`, `their`, `Mara Lindqvist’s`. */
  whose: string
  /** Whether the acting user is also the affected user. */
  isSelf: boolean
  organization: string
  /** The organization, for places where its name could be mistaken for a user’s: `the organization Rhine Lab`. */
  theOrganization: string
  data: Readonly<Record<string, string>>
}

type Sentence = (words: Words) => string

/** A part of a sentence. Names and ids are highlighted. */
export interface SentencePart {
  text: string
  /**
   * `name` for the name or address of a user, or the name of an organization or a resource. `id` for an ID. Undefined
   * for other text.
   */
  kind?: 'name' | 'id'
}

/** Delimiter of names and IDs in a sentence. No name contains it, because PostgreSQL can’t store it. */
const MARK = '\0'
/** Prefix of IDs within delimiters. */
const ID = '\u0001'

/** Describes an entry as a sentence without the period, in parts. Unknown events get a generic sentence. */
export function activityParts(entry: ActivityEntry, readerId: string): SentencePart[] {
  const write = entry.metadata.event && SENTENCES[entry.metadata.event]
  const words = wordsOf(entry, readerId)
  const sentence = write ? write(words) : `${words.who} ${entry.action} ${RESOURCES[entry.resourceType]}`
  return sentence
    .split(MARK)
    .map((text, index): SentencePart => {
      if (index % 2 === 0) return { text }
      return text.startsWith(ID) ? { text: text.slice(ID.length), kind: 'id' } : { text, kind: 'name' }
    })
    .filter(({ text }) => text !== '')
}

const marked = (name: string) => `${MARK}${name}${MARK}`

const RESOURCES = {
  user: 'an account',
  organization: 'an organization',
  session: 'a session',
  orgInvite: 'an invitation',
} as const satisfies Record<ActivityEntry['resourceType'], string>

function wordsOf(entry: ActivityEntry, readerId: string): Words {
  const { userId, subjectId, subjectName, organizationName, metadata } = entry
  const isSelf = subjectId === undefined || subjectId === userId
  const organization = organizationName ?? metadata.name
  const concernsReader = isSelf ? userId === readerId : subjectId === readerId
  const subject = subjectName ?? formerName(entry)
  const name = isSelf ? nameOf(entry, readerId) : subject === undefined ? 'a deleted user' : marked(subject)
  return {
    who: actorOf(entry, readerId),
    whom: concernsReader ? 'you' : name,
    whose: concernsReader ? 'your' : isSelf ? 'their' : `${name}’s`,
    isSelf,
    organization: organization === undefined ? 'a deleted organization' : marked(organization),
    theOrganization: organization === undefined ? 'a deleted organization' : `the organization ${marked(organization)}`,
    data: metadata,
  }
}

function formerName({ metadata }: ActivityEntry): string | undefined {
  return metadata.event === 'user.created' || metadata.event === 'user.deleted' ? metadata.name : undefined
}

function actorOf(entry: ActivityEntry, readerId: string): string {
  const name = nameOf(entry, readerId)
  if (entry.impersonatorId === undefined) return name
  const impersonator = entry.impersonatorName ? marked(entry.impersonatorName) : 'An administrator'
  return `${impersonator}, acting as ${name === 'You' ? 'you' : name},`
}

function nameOf({ userId, userName }: ActivityEntry, readerId: string): string {
  if (userId === null) return 'The server'
  if (userId === readerId) return 'You'
  return userName === null ? 'A deleted user' : marked(userName)
}

const onOrOff = (value: string | undefined) => (value === 'true' ? 'on' : 'off')
const named = (name: string | undefined) => marked(name ?? '')
const userIn = ({ name }: Readonly<Record<string, string>>) => (name ? marked(name) : 'a user')
const quoted = (text: string | undefined) => `“${named(text)}”`

const KINDS: Readonly<Record<string, string>> = {
  Job: 'a job',
  WorkData: 'a file',
  ProcessingStep: 'a processing step',
  Comment: 'a comment',
}

const BARE_KINDS: Readonly<Record<string, string>> = {
  Job: 'job',
  WorkData: 'work data',
  ProcessingStep: 'processing step',
}

/**
 * Returns the path of the page of the resource that was opened. The last name in the sentence links to it. Undefined
 * for other entries.
 */
export function addressIn({ metadata: { event, kind, id, name } }: ActivityEntry): string | undefined {
  if (event !== 'resource.opened' || !id || !name) return undefined
  const path = { Job: '/jobs', WorkData: '/workdata/explorer', ProcessingStep: '/processing-steps' }[kind ?? '']
  return path && `${path}/${encodeLink(`/api/${kind}/${id}`)}`
}

const SENTENCES: Readonly<Record<ActivityEvent, Sentence>> = {
  'user.created': ({ who, whose }) => `${who} created ${whose} account`,
  'user.deleted': ({ who, whose, isSelf, data }) =>
    isSelf && data.name ? `${marked(data.name)} deleted their account` : `${who} deleted ${whose} account`,
  'user.name': ({ who, whose, data }) => `${who} changed ${whose} name to ${named(data.to)}`,
  'user.email': ({ who, whose, data }) => `${who} changed ${whose} email from ${named(data.from)} to ${named(data.to)}`,
  'user.emailVerified': ({ who, whose, data }) =>
    data.to === 'true' ? `${who} confirmed ${whose} email` : `${who} marked ${whose} email as not confirmed`,
  'user.role': ({ who, whom, data }) =>
    data.to === 'admin' ? `${who} made ${whom} an administrator` : `${who} made ${whom} an ordinary user`,
  'user.plan': ({ who, whose, data }) => `${who} changed ${whose} plan from ${data.from} to ${data.to}`,
  'user.banned': ({ who, whose, data }) =>
    `${who} ${data.to === 'true' ? 'banned' : 'lifted the ban on'} ${whose} account`,
  'user.banReason': ({ who, whose }) => `${who} changed the reason why ${whose} account is banned`,
  'user.twoFactorEnabled': ({ who, whose, data }) =>
    `${who} turned ${onOrOff(data.to)} two-factor authentication for ${whose} account`,
  'user.newsletter': ({ who, isSelf, whom, data }) => {
    const did = data.to === 'true' ? 'subscribed' : 'unsubscribed'
    return isSelf
      ? `${who} ${did} ${data.to === 'true' ? 'to' : 'from'} the newsletter`
      : `${who} ${did} ${whom} ${data.to === 'true' ? 'to' : 'from'} the newsletter`
  },
  'user.mentionMails': ({ who, whose, data }) =>
    `${who} turned ${onOrOff(data.to)} emails about mentions for ${whose} account`,
  'account.created': ({ who, whose, data }) => `${who} linked ${whose} account to ${data.providerId}`,
  'account.deleted': ({ who, whose, data }) => `${who} unlinked ${whose} account from ${data.providerId}`,
  'account.password': ({ who, whose }) => `${who} changed ${whose} password`,
  'passkey.created': ({ who, whose, data }) => `${who} added the passkey ${named(data.name)} to ${whose} account`,
  'passkey.deleted': ({ who, whose, data }) => `${who} removed the passkey ${named(data.name)} from ${whose} account`,
  'passkey.name': ({ who, data }) => `${who} renamed the passkey ${named(data.from)} to ${named(data.to)}`,
  'signIn.refused': ({ whose, data }) =>
    `A sign-in to ${whose} account ${REFUSALS[data.refused ?? ''] ?? 'was refused'}`,
  'resource.opened': ({ who, whose, data }) => {
    const kind = BARE_KINDS[data.kind ?? ''] ?? 'resource'
    return `${who} opened ${whose} ${kind}${data.name ? ` ${marked(data.name)}` : ''}`
  },
  'access.asked': ({ who, data }) => `${who} requested access to ${KINDS[data.kind ?? ''] ?? 'a resource'}`,
  'access.requested': ({ data }) =>
    `Access to ${KINDS[data.kind ?? ''] ?? 'a resource'} was requested by ${userIn(data)}`,
  'access.given': ({ who, data }) => `${who} gave ${userIn(data)} a copy of ${KINDS[data.kind ?? ''] ?? 'a resource'}`,
  'access.declined': ({ who, data }) =>
    `${who} declined to give ${userIn(data)} access to ${KINDS[data.kind ?? ''] ?? 'a resource'}`,
  'comment.created': ({ who, data }) => `${who} commented on ${KINDS[data.kind ?? ''] ?? 'a resource'}`,
  'comment.edited': ({ who, data }) => `${who} edited a comment on ${KINDS[data.kind ?? ''] ?? 'a resource'}`,
  'comment.deleted': ({ who, data }) => `${who} deleted a comment on ${KINDS[data.kind ?? ''] ?? 'a resource'}`,
  'mail.opened': ({ who, data }) => `${who} opened an email to ${named(data.to)}: ${quoted(data.subject)}`,
  'session.created': ({ who, data }) =>
    data.signedInWith === 'passkey' ? `${who} signed in with a passkey` : `${who} signed in`,
  'session.deleted': ({ who, whom, isSelf }) => (isSelf ? `${who} signed out` : `${who} signed ${whom} out`),
  'impersonation.created': ({ who, whom }) => `${who} started acting as ${whom}`,
  'impersonation.deleted': ({ who, whom }) => `${who} stopped acting as ${whom}`,
  'impersonation.change': ({ who, data }) =>
    `${who} ${data.to} ${KINDS[data.kind ?? ''] ?? 'a resource'}${data.name ? ` named ${named(data.name)}` : ''}`,
  'organization.created': ({ who, theOrganization }) => `${who} created ${theOrganization}`,
  'organization.deleted': ({ who, theOrganization }) => `${who} deleted ${theOrganization}`,
  'organization.name': ({ who, data }) => `${who} renamed the organization ${named(data.from)} to ${named(data.to)}`,
  'organization.slug': ({ who, organization, data }) =>
    `${who} changed the short name of ${organization} to ${data.to}`,
  'organization.plan': ({ who, organization, data }) =>
    `${who} changed the plan of ${organization} from ${data.from} to ${data.to}`,
  'organization.requireTwoFactor': ({ who, organization, data }) =>
    data.to === 'true'
      ? `${who} made ${organization} require two-factor authentication`
      : `${who} no longer requires two-factor authentication in ${organization}`,
  'member.created': ({ who, whom, isSelf, organization, data }) =>
    isSelf
      ? `${who} joined ${organization} as ${withArticle(data.role)}`
      : `${who} added ${whom} to ${organization} as ${withArticle(data.role)}`,
  'member.deleted': ({ who, whom, isSelf, organization }) =>
    isSelf ? `${who} left ${organization}` : `${who} removed ${whom} from ${organization}`,
  'member.role': ({ who, whose, organization, data }) =>
    `${who} changed ${whose} role in ${organization} from ${data.from} to ${data.to}`,
  'invitation.created': ({ who, organization, data }) =>
    `${who} invited ${named(data.email)} to ${organization} as ${withArticle(data.role)}`,
  'invitation.deleted': ({ who, organization, data }) =>
    `${who} deleted the invitation for ${named(data.email)} to ${organization}`,
  'invitation.status': ({ who, organization, data }) =>
    `${who} ${ANSWERS[data.to ?? ''] ?? 'changed'} an invitation to ${organization}`,
  'team.created': ({ who, organization, data }) => `${who} created the team ${named(data.name)} in ${organization}`,
  'team.deleted': ({ who, organization, data }) => `${who} deleted the team ${named(data.name)} in ${organization}`,
  'team.name': ({ who, organization, data }) =>
    `${who} renamed the team ${named(data.from)} in ${organization} to ${named(data.to)}`,
  'role.created': ({ who, organization, data }) => `${who} created the role ${named(data.role)} in ${organization}`,
  'role.deleted': ({ who, organization, data }) => `${who} deleted the role ${named(data.role)} in ${organization}`,
  'role.permission': ({ who, organization }) => `${who} changed what a role may do in ${organization}`,
  'apiKey.created': ({ who, data }) => `${who} created the API key ${keyName(data)}`,
  'apiKey.deleted': ({ who, data }) => `${who} deleted the API key ${keyName(data)}`,
  'apiKey.active': ({ who, data }) => `${who} turned ${onOrOff(data.to)} an API key`,
  'grant.created': ({ who, whom, isSelf, theOrganization, data }) =>
    `${who} granted ${marked(`${ID}${data.grant}`)} to ${isSelf ? theOrganization : whom}`,
  'grant.deleted': ({ who, whom, isSelf, theOrganization, data }) =>
    `${who} revoked ${marked(`${ID}${data.grant}`)} from ${isSelf ? theOrganization : whom}`,
}

function withArticle(role = 'member'): string {
  return `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`
}

const REFUSALS: Readonly<Record<string, string>> = {
  password: 'with an incorrect password was refused',
  code: 'with an incorrect code was refused',
  passkey: 'with a passkey was refused',
  banned: 'was refused because the account is banned',
  unconfirmed: 'was refused because the email address is not confirmed',
} satisfies Record<RefusedSignIn, string>

const ANSWERS: Readonly<Record<string, string>> = {
  accepted: 'accepted',
  rejected: 'declined',
  canceled: 'canceled',
}

function keyName({ note, last4 }: Readonly<Record<string, string>>): string {
  return note ? named(note) : `…${last4 ?? ''}`
}
