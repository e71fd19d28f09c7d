import type { Database } from '@millrace/db/connect'
import { installation } from '@millrace/db/schema/installation'
import { eq } from 'drizzle-orm'

/** A value of the installation, which is `proposed` unless there is one. Servers that start together agree on it. */
export async function settingOnce(db: Database, name: string, proposed: string): Promise<string> {
  await db.orm.insert(installation).values({ name, value: proposed }).onConflictDoNothing()
  const [row] = await db.orm.select().from(installation).where(eq(installation.name, name))
  return row?.value ?? proposed
}
