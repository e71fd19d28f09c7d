/** Shortcuts that the dashboard shows on a first visit, in a separate file so that it doesn’t load all others. */
export const FIRST_SHORTCUTS = {
  help: { keys: '?', text: 'Keyboard shortcuts' },
  startJob: { keys: 'n', text: 'Start a job' },
  upload: { keys: 'u', text: 'Upload files' },
} as const
