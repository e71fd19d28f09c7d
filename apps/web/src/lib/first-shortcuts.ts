/** The shortcuts that the dashboard shows on a first visit. Separate, so that a first visit loads no others. */
export const FIRST_SHORTCUTS = {
  help: { keys: '?', text: 'Keyboard shortcuts' },
  startJob: { keys: 'n', text: 'Start a job' },
  upload: { keys: 'u', text: 'Upload files' },
} as const
