/* The texts of features/api-keys. */

export const whatDeletingAKeyDoes =
  'Programs that use this key lose access. This cannot be undone. What they created is kept. To block it temporarily, turn the key off instead.'
export const deleteQuestion = (nameOf: string | number) => `Delete ${nameOf}?`
export const deleteKey = 'Delete key'
export const keepKey = 'Keep key'
export const unnamedKey = 'Unnamed key'
export const isActive = (nameOf: string | number) => `${nameOf} is active`
export const deleteNamed = (nameOf: string | number) => `Delete ${nameOf}`
export const apiKeys = 'API keys'
export const note = 'Note'
export const key = 'Key'
export const actsAs = 'Acts as'
export const created = 'Created'
export const lastUsed = 'Last used'
export const expires = 'Expires'
export const active = 'Active'
export const deleteVerb = 'Delete'
export const newLabel = 'new'
export const never = 'never'
export const idAndEnd = (id: string | number, last4: string | number) => `ID ${id}. The key ends in ${last4}`
export const you = 'You'
export const copyTheKeyNow = 'Copy the key now'
export const notCopiedYet = 'Not copied yet'
export const notCopiedWarning = 'You haven’t copied the key. It won’t be shown again.'
export const closeWithoutCopying = 'Close without copying'
export const copyKey = 'Copy key'
export const expiresOn = (expiresAt: string | number) => `Expires ${expiresAt}`
export const neverExpires = 'Never expires'
export const tryIt = 'Try it'
export const tryItWith = 'Try it with'
export const python = 'Python'
export const startAWorker = 'Start a worker'
export const copyCode = 'Copy code'
export const settings = 'Settings'
export const apiKeysCouldNotBeLoaded = 'API keys could not be loaded'
export const activeHelp = 'Turning a key off takes effect at once. You can turn it on again.'
export const newKeyHelp = (reachOf: string | number) =>
  `A new key acts as you and can access ${reachOf}. Create one key per program.`
export const newKey = 'New key'
export const undo = 'Undo'
export const custom = 'Custom'
export const aProgram = 'A program'
export const aWorker = 'A worker'
export const fullAccess = 'Full access'
export const readAndRunJobs = 'Read and run jobs'
export const readOnly = 'Read only'
export const newApiKey = 'New API key'
export const createKey = 'Create key'
export const reachOfProgramKey = (reach: string | number) => `The key acts as you and can access ${reach}.`
export const reachOfWorkerKey = 'The key can register steps and run their jobs, nothing else.'
export const keyFor = 'For'
export const whatWillUseThisKey = 'What will use this key'
export const enterANote = 'Enter a note.'
export const gaugePollerCologne = 'Gauge poller, Cologne'
export const access = 'Access'
export const steps = 'Steps'
export const stepsHelp = 'Function names, separated by commas. Leave empty for all steps.'
export const cleanTablePlotTable = 'clean_table, plot_table'
export const lifetime = 'Lifetime'
export const lifetimeHelp = 'The key works until you turn it off or delete it.'
export const days = 'Days'
export const daysOutOfRange = 'Enter a whole number from 1 to 3650.'
export const noApiKeysYet = 'No API keys yet'
export const noKeysHelp =
  'With an API key, a program can do what you can: upload data, start jobs and download results.'
export const withPython = 'With Python'
export const keyDeleted = (name: string | number) => `${name} deleted`
export const stepCount = (count: string | number) => `${count} steps`
