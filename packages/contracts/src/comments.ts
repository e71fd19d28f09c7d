import { z } from 'zod'

/** Limits of a discussion, which consists of the comments on a job or on work data. */

export const COMMENT_LIMITS = {
  textMax: 4000,
  mentionsMax: 20,
  perResource: 10_000,
  page: 20,
  pageMax: 100,
  peopleMax: 8,
} as const

export const COMMENTED_KINDS = ['Job', 'WorkData'] as const
export type CommentedKind = (typeof COMMENTED_KINDS)[number]

/** A new comment. `Mentions` contains the user ids of the mentioned members. */
export const CommentParameters = z.object({
  Text: z.string().trim().min(1).max(COMMENT_LIMITS.textMax),
  Mentions: z.array(z.uuid()).max(COMMENT_LIMITS.mentionsMax).nullish(),
})
export type CommentParameters = z.input<typeof CommentParameters>

/** A user who is or can be mentioned in a comment. `UserId` is the public id. */
export interface MentionedPerson {
  UserId: string
  Name: string
}

export interface CommentProperties {
  Text: string
  AuthorId: string
  /** Null if the author’s account was deleted. */
  AuthorName: string | null
  /** The mentioned users, except those whose accounts were deleted. */
  Mentions: MentionedPerson[]
  CreatedAt: string
  EditedAt: string | null
}

/** A page of comments, newest first. */
export interface CommentsProperties {
  Total: number
  /** False in personal workspaces, which have no members, and for viewers who cannot comment. */
  CanMention: boolean
}

export interface MentionableProperties {
  People: MentionedPerson[]
}
