/* The texts of features/dashboard. */

export const bringYourOwnData = 'Bring your own data'
export const dropFilesOrAFolderHere = 'Drop files or a folder here'
export const chooseFiles = 'Choose files'
export const filesToUpload = 'Files to upload'
export const startAJob = 'Start a job'
export const data = 'Data'
export const dropFilesOrChooseData = 'Drop files here or choose work data'
export const dropToUploadAndUse = 'Drop to upload and use'
export const step = 'Step'
export const chooseAStep = 'Choose a step'
export const startJob = 'Start job'
export const overview = 'Overview'
export const last7Days = 'Last 7 days'
export const dashboard = 'Dashboard'
export const theDashboardCouldNotBeLoaded = 'The dashboard could not be loaded'
export const loading = 'Loading'
export const needsYou = 'Needs you'
export const runningNow = 'Running now'
export const latestResults = 'Latest results'
export const thisSectionCouldNotBeLoaded = 'This section could not be loaded'
export const firstSteps = 'First steps'
export const runTheSample = 'Run the sample'
export const sampleStepHelp = 'Watch three jobs run from start to finish.'
export const uploadYourOwnData = 'Upload your own data'
export const oneFileIsEnough = 'One file is enough.'
export const youreAllCaughtUp = 'You’re all caught up.'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const done = ' (done)'
export const chooseAFile = 'Choose a file and a step, then see the result.'
export const startWithYourOwnData = 'Start with your own data'
export const allWorkData = 'All work data'
export const all = 'All'
export const chooseData = 'Choose data'
export const continueLabel = 'Continue'
export const seeWhy = 'See why'
export const fixAndRunAgain = 'Fix and run again'
export const newData = 'Data:'
export const again = 'Again:'
export const allJobs = 'All jobs'
export const waiting = 'Waiting'
export const sample = 'Sample'
export const whatTheSampleIs =
  'One month of readings from three river gauges, processed in three steps. You can delete everything it creates.'
export const runTheSampleFirst = 'Run the sample first'
export const gaugeReadings = 'Gauge readings'
export const aTableWithGapsAndOutliers = 'A table with gaps and outliers'
export const cleanAggregatePlot = 'Clean, aggregate, plot'
export const threeJobsOneAfterAnother = 'Three jobs, one after another'
export const cleanReadings = 'Clean readings'
export const outliersDetectedAndReplaced = 'Outliers detected and replaced'
export const hourlyMeans = 'Hourly means'
export const oneRowPerHourAndGauge = 'One row per hour and gauge'
export const hydrograph = 'Hydrograph'
export const anInteractiveFigure = 'An interactive figure'
export const expectedResults = 'Expected results'
export const results = 'Results'
export const theSampleStopped = 'The sample stopped'
export const sampleIsDone = 'These are its results. Next, upload your own data.'
export const theSampleIsComplete = 'The sample is complete'
export const theSampleIsRunning = 'The sample is running'
export const storage = 'Storage'
export const noLimit = 'No limit'
export const uploadFailed = 'The upload failed. See Transfers for the reason.'
export const failed = (day: string | number, jobs: string | number, failed: string | number) =>
  `${day}: ${jobs}, ${failed} failed`
export const progressOf = (name: string | number) => `Progress of ${name}`
export const hide = (name: string | number) => `Hide ${name}`
export const draftCreated = (when: string | number) => `Draft, created ${when}`
export const startAJobWith = (name: string | number) => `Start a job with ${name}`
export const runAgain = (name: string | number) => `Run ${name} again`
export const andQueued = (running: string | number, queued: string | number) => `${running}, and ${queued} queued`
export const queued = (count: string | number) => `${count} queued`
export const sampleProgress = (done: string | number, jobs: string | number) =>
  `${done} of ${jobs} jobs done. Each job uses the result of the previous one. You can close this tab.`
export const didNotFinish = (name: string | number) => `${name} did not finish.`
export const free = (size: string | number) => `${size} free`
export const fileTypes = 'CSV, Parquet, JSON, ZIP and more'
