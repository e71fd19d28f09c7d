export const ACTIVITY_TEXTS = {
  empty: 'Nothing yet.',
  end: 'No older activity.',
} as const
