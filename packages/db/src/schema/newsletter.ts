import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Users whom the newsletter sync subscribed in listmonk. Rows outlive their users, so the next sync can remove the
 * subscriber of a deleted user.
 */
export const newsletterSubscriber = pgTable('newsletter_subscriber', {
  userId: text('user_id').primaryKey(),
  /** listmonk's id. */
  subscriberId: integer('subscriber_id').notNull().unique(),
})
