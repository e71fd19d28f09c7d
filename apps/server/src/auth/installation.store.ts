import type { Database } from '@millrace/db/connect'
import { installation } from '@millrace/db/schema/installation'
import { eq } from 'drizzle-orm'

/** Reads a setting. If there is none, stores and returns `proposed`. Servers that start together get the same value. */
export async function readOrCreateSetting(db: Database, name: string, proposed: string): Promise<string> {
  await db.orm.insert(installation).values({ name, value: proposed }).onConflictDoNothing()
  const [row] = await db.orm.select().from(installation).where(eq(installation.name, name))
  return row?.value ?? proposed
}
