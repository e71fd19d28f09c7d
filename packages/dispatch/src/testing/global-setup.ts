import { openDatabase } from '@millrace/db/connect'
import { APPLICATION_ROLE } from '@millrace/db/embedded-settings'
import type { TestProject } from 'vitest/node'
import { startQueue } from '../boss.ts'

/** Creates the queue's schema in the template database, so test files clone it instead of creating their own. */
export default async function setup(project: TestProject): Promise<void> {
  const { superuserUrl, template } = project.getProvidedContext().testCluster
  const url = new URL(superuserUrl)
  url.pathname = `/${template}`
  url.username = APPLICATION_ROLE
  const db = openDatabase(url.href)
  const queue = await startQueue(db, { onError: (error) => console.error(error) })
  await queue.stop({ graceful: false })
  await db.close()
}
