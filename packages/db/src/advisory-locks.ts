/**
 * Keys of the advisory locks, one number space for the whole database. Locks on one of many things (an owner, a file, a
 * name) use theirs as the seed of the hash that makes the key.
 */
export const LOCKS = {
  migration: 7_100_001,
  leaseSweep: 7_100_002,
  queueRepair: 7_100_003,
  owner: 7_100_004,
  maintenance: 7_100_005,
  content: 7_100_006,
  publicStepName: 7_100_007,
  firstAdministrator: 7_100_010,
} as const
