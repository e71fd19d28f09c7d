import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Users whom the newsletter sync subscribed in listmonk. Rows outlive the users, so the next sync can remove the
 * subscribers of deleted users.
 */
export const newsletterSubscriber = pgTable('newsletter_subscriber', {
  userId: text('user_id').primaryKey(),
  subscriberId: integer('subscriber_id').notNull().unique(),
})
