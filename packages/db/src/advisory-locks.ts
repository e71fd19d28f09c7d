/**
 * The keys of all advisory locks, which share one number space per database. A lock on a single item (an owner, a file,
 * a name) hashes the item's id, seeded with the key listed here.
 */
export const LOCKS = {
  migration: 7_100_001,
  expiredAttempts: 7_100_002,
  queueRepair: 7_100_003,
  owner: 7_100_004,
  maintenance: 7_100_005,
  content: 7_100_006,
  publicStepName: 7_100_007,
  backup: 7_100_008,
  lastAdministrator: 7_100_009,
  firstAdministrator: 7_100_010,
  workflowVersions: 7_100_011,
  workerClaims: 7_100_012,
} as const
