import { LIMITS } from '@millrace/contracts/limits'

/** What reading a user's table may cost. Times in milliseconds, sizes in bytes. */
export const PREVIEW_LIMITS = {
  /** Tables up to this size are read whole before the first page is shown; larger ones show their head first. */
  wholeAtOnceBytes: 16_000_000,
  headBytes: 4_000_000,
  columnsShown: 500,
  cellsPerPage: 100_000,
  cellCharacters: LIMITS.previewCellCharacters,
  unpackedBytes: 4_000_000_000,
  profileCells: 50_000_000,
  quickMs: 15_000,
  wholeMs: 180_000,
  engineMemory: '384MB',
  engineScratch: '4GB',
  childBytes: 1_000_000_000,
  waitingQuick: 64,
  waitingWhole: 16,
  perPerson: 32,
  cacheBytes: 2_000_000_000,
} as const

export const TOO_MUCH_MEMORY = 'Reading this table needs more memory than a preview may use. Download it to see it.'
