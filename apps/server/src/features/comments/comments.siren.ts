import type { CommentProperties, CommentsProperties, MentionableProperties } from '@millrace/contracts/comments'
import { document, jsonAction, link, plainAction } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import type { Viewer } from '#app-env.ts'
import { href } from '#links.ts'
import { mayComment, mayDelete, mayEdit } from './comments.rules.ts'
import type { CommentsFound } from './comments.service.ts'
import type { Commented, CommentRow } from './comments.store.ts'

/** Returns a page of the discussion of a resource. `self` is the URL of the resource. */
export function commentsDocument(
  { origin, actor }: Viewer,
  self: string,
  found: CommentsFound,
  query: string,
): SirenDocument<CommentsProperties> {
  const last = found.rows.at(-1)
  const canMention = actor.ownerKind === 'organization' && mayComment(actor, found)
  const add = jsonAction('AddComment', `${self}/AddComment`, 'Add a comment.', parameter(origin))
  return document('Comments', {
    properties: { Total: found.total, CanMention: canMention },
    entities: found.rows.map((row) => commentDocument({ origin, actor }, self, row, found.names, ['item'])) as never[],
    actions: mayComment(actor, found) ? [add] : [],
    links: [
      link('self', `${self}/Comments${query}`),
      ...(canMention ? [link('MentionablePeople', `${self}/MentionablePeople`)] : []),
      ...(found.hasMore && last ? [link('next', `${self}/Comments?before=${last.id}`)] : []),
    ],
  })
}

/** Returns one comment of the resource with the URL `resource`. */
export function commentDocument(
  { origin, actor }: Viewer,
  resource: string,
  row: CommentRow,
  names: ReadonlyMap<string, string>,
  rel?: string[],
): SirenDocument<CommentProperties> {
  const self = `${resource}/Comments/${row.id}`
  const edit = jsonAction('Edit', `${self}/Edit`, 'Edit the comment.', parameter(origin))
  return document('Comment', {
    ...(rel && { rel }),
    properties: {
      Text: row.text,
      AuthorId: row.authorId,
      AuthorName: names.get(row.authorId) ?? null,
      Mentions: row.mentions.flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? [] : [{ UserId: id, Name: name }]
      }),
      CreatedAt: row.createdAt.toISOString(),
      EditedAt: row.editedAt?.toISOString() ?? null,
    },
    actions: [
      ...(mayEdit(actor, row) ? [edit] : []),
      ...(mayDelete(actor, row) ? [plainAction('Delete', `${self}/Delete`, 'Delete the comment.')] : []),
    ],
    links: [link('self', self)],
  })
}

export function peopleDocument(self: string, people: MentionableProperties['People']) {
  return document<MentionableProperties>('MentionablePeople', {
    properties: { People: people },
    links: [link('self', self)],
  })
}

export function resourceHref(origin: string, { kind, id }: Commented): string {
  return kind === 'Job' ? href.job(origin, id) : href.workData(origin, id)
}

function parameter(origin: string) {
  return { type: 'CommentParameters', schemaHref: href.schema(origin, 'CommentParameters') }
}
