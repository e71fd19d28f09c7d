/* The texts of features/start-job. */

export const open = 'Open'
export const chooseDataForAllSlots = 'Choose data for all slots'
export const findWorkData = 'Find work data'
export const findWorkDataByName = 'Find work data by name'
export const workDataCouldNotBeLoaded = 'Work data could not be loaded'
export const workData = 'Work data'
export const noWorkDataYet = 'No work data yet. Drop a file above.'
export const chooseAStep = 'Choose a step'
export const howManyJobs = 'How many jobs'
export const filesFromThisComputer = 'Files from this computer'
export const dropFilesHere = 'Drop files here'
export const dropToUploadAndUseIt = 'Drop to upload and use it'
export const chooseFiles = 'Choose files'
export const tryAgain = 'Try again'
export const useInstead = 'Use instead'
export const fixAndRunAgain = 'Fix and run again'
export const changeDataOrOtherParameters = 'Change data or other parameters…'
export const loadingTheJob = 'Loading the job’s data and step'
export const openItsResult = 'Open its result'
export const searchIsNotPart = 'The search isn’t part of the job'
export const filtersArePart = 'Filters, order and columns are.'
export const keepThisViewAsAJob = 'Keep this view as a job'
export const keepViewHelp =
  'Runs a step with these filters, order and columns, so that the result can be used in other jobs'
export const stepMissing = 'Choose a step first.'
export const thisStepDoesntDescribeItsParameters = 'This step doesn’t describe its parameters.'
export const thisStepTakesNoParameters = 'This step takes no parameters. You can start the job.'
export const parametersOfView = 'These parameters match the table view.'
export const parametersOfLastVisit = 'These are the parameters from your last visit.'
export const resetToDefaults = 'Reset to defaults'
export const whyItFailed = 'Why it failed'
export const copyFromAnEarlierJob = 'Copy from an earlier job'
export const noEarlierJobsOfThisStep = 'No earlier jobs of this step'
export const change = 'Change'
export const choose = 'Choose'
export const back = 'Back'
export const jobName = 'Job name'
export const name = 'Name'
export const save = 'Save'
export const saveAsDraft = 'Save as draft'
export const startJob = 'Start job'
export const loadingYourSelection = 'Loading your selection'
export const chooseAStepFirst = 'Choose a step first'
export const chooseOtherDataFirst = 'Choose other data first'
export const sweepNeedsOneJob = 'A sweep needs a single job: choose one file, or one job with all files'
export const jobTags = 'Job tags'
export const tag = 'Tag'
export const tagOrKeyValue = 'Tag or key=value'
export const data = 'Data'
export const step = 'Step'
export const notChosenYet = 'Not chosen yet'
export const parameters = 'Parameters'
export const someOfTheFilesAreMissing = 'Some of the files are missing'
export const thisStepTakesNoInput = 'This step takes no input'
export const noParameters = 'No parameters'
export const yourParametersAreKept = 'Your parameters are kept'
export const continueLabel = 'Continue'
export const startAJob = 'Start a job'
export const copyLink = 'Copy link'
export const dropAFileOrChoose = 'Drop a file or choose'
export const chooseOtherData = 'Choose other data'
export const chooseData = 'Choose data'
export const orChooseAnotherStep = '. Choose another step'
export const results = 'Results'
export const outputOfTheStep = 'Output of the step'
export const stepsCouldNotBeLoaded = 'Steps could not be loaded'
export const findAStep = 'Find a step'
export const findAStepPlaceholder = 'Find a step by title, function or description'
export const noMatchingSteps = 'No matching steps'
export const otherSteps = 'Other steps'
export const noStepsYet = 'No steps yet'
export const whereStepsComeFrom =
  'Workers register their steps when they connect. The built-in worker starts with the server. If this list stays empty, check its output in the terminal.'
export const tryVerb = 'Try'
export const tryOnTheFirstRows = 'Try on the first 1,000 rows'
export const theJobWasCanceled = 'The job was canceled.'
export const openJob = 'Open job'
export const newJob = 'New job'
export const jobNotStarted = 'The job could not be started'
export const jobNotCreated = 'The job could not be created'
export const nameNotChanged = 'The draft was saved, but its name could not be changed'
export const stepNotSet = 'The draft was saved, but the step could not be set'
export const parametersNotAccepted = 'The step is set, but its parameters were not accepted'
export const tagsNotSaved = 'The data is set, but the tags could not be saved'
export const notStarted = 'The draft was saved, but the job could not be started'
export const done = (name: string | number) => `Done: ${name}`
export const failed = (name: string | number) => `Failed: ${name}`
export const jobsOnePerFile = (count: string | number) => `${count} jobs, one per file`
export const oneJobWithAllFiles = (count: string | number) => `One job with all ${count} files`
export const oneJobPerFile = (title: string | number, count: string | number) =>
  `${title} takes one file at a time. This creates ${count} jobs, one per file.`
export const selectNamed = (name: string | number) => `Select ${name}`
export const showingTheNewest = (count: string | number, total: string | number) =>
  `Showing the newest ${count} of ${total}. Search to find others.`
export const noResultsFor = (words: string | number) => `No results for “${words}”`
export const uploadOf = (name: string | number) => `Upload of ${name}`
export const fixAndRunAllAgain = (count: string | number) => `Fix and run all ${count} again`
export const othersNotChanged = (jobs: string | number) => `${jobs} with a different value were not changed.`
export const jobsStartedAgain = (count: string | number) => `${count} jobs started again`
export const dataIsGone = (name: string | number) => `The data for ${name} is no longer available. Choose other data.`
export const files = (count: string | number) => `${count} files`
export const pageOf3 = (page: string | number) => `page ${page} of 3`
export const parametersHaveProblems = (count: string | number) => `${count} parameters have problems`
export const chooseDataForFirst = (name: string | number) => `Choose data for ${name} first`
export const start = (jobs: string | number) => `Start ${jobs}`
export const allDefaults = (count: string | number) => `${count}, all defaults`
export const notFound = (file: string | number) => `${file} not found`
export const isMissing = (name: string | number) => `${name} is missing`
export const stepByOwner = (title: string | number, owner: string | number, takes: string | number) =>
  `${title} by ${owner}, takes ${takes}`
export const runAgain = (name: string | number) => `Run again: ${name}`
export const result = 'Result'
export const optional = 'Optional'
export const moreFiles = (count: string | number) => `${count} more files`
export const fits = (files: string | number) => `Fits ${files}`
export const fromTheFirstRows = (size: string | number) => `${size}, from the first rows`
export const tryNamed = (step: string | number) => `Try: ${step}`
export const slotNotFilled = (slot: string | number) => `The step is set, but no data could be assigned to \`${slot}\``
export const jobs = (count: string | number, what: string | number) => `${count} jobs ${what}`
export const job = (what: string | number) => `Job ${what}`
export const notATable = 'The first file can’t be read as a table.'
