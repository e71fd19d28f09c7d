/** The shortcuts that the dashboard shows on a first visit, which loads no others. */
export const FIRST_SHORTCUTS = {
  help: { keys: '?', text: 'Keyboard shortcuts' },
  startJob: { keys: 'n', text: 'Start a job' },
  upload: { keys: 'u', text: 'Upload files' },
} as const
