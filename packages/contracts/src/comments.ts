import { z } from 'zod'

/** Discussions: the comments on a job or on work data. */

export const COMMENT_LIMITS = {
  textMax: 4000,
  mentionsMax: 20,
  perResource: 10_000,
  page: 20,
  pageMax: 100,
  peopleMax: 8,
} as const

/** The wire names of the resources that users can comment on. */
export const COMMENTED_KINDS = ['Job', 'WorkData'] as const
export type CommentedKind = (typeof COMMENTED_KINDS)[number]

/** A new comment. `Mentions` contains the user ids of the mentioned members. */
export const CommentParameters = z.object({
  Text: z.string().trim().min(1).max(COMMENT_LIMITS.textMax),
  Mentions: z.array(z.uuid()).max(COMMENT_LIMITS.mentionsMax).nullish(),
})
export type CommentParameters = z.input<typeof CommentParameters>

/** A user whom a comment mentions or can mention. `UserId` is the public id. */
export interface MentionedPerson {
  UserId: string
  Name: string
}

/** Properties of an entity `Comment`. */
export interface CommentProperties {
  Text: string
  AuthorId: string
  /** Null if the author’s account was deleted. */
  AuthorName: string | null
  /** Mentioned users who still have an account. */
  Mentions: MentionedPerson[]
  CreatedAt: string
  EditedAt: string | null
}

/** Properties of the document `Comments`, a page of comments, newest first. */
export interface CommentsProperties {
  Total: number
  /** Whether members can be mentioned. False in personal workspaces, because they have no members. */
  CanMention: boolean
}

/** Properties of the document `MentionablePeople`. */
export interface MentionableProperties {
  People: MentionedPerson[]
}
