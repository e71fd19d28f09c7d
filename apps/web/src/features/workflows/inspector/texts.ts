/* The texts of features/workflows/inspector, named after their first words. */

export const useAConstantFor = (label: string | number) => `Use a constant for ${label}`
export const valueOfLabel = (label: string | number) => `Value of ${label}`
export const bind = (label: string | number) => `Bind ${label}`
export const useAVariableOrAResult = 'Use a variable or a result'
export const variables = 'Variables'
export const newVariableFor = (label: string | number) => `New variable for ${label}`
export const resultOfAStep = 'Result of a step'
export const chooseAStep = 'Choose a step'
export const useThisResult = 'Use this result'
export const currentItem = 'Current item'
export const useTheItem = 'Use the item'
export const jsonPointer = 'JSON pointer'
export const rowsOrEmptyForAll = '/rows, or empty for all of it'
export const input = 'Input'
export const connection = 'Connection'
export const removeConnection = 'Remove connection'
export const selected = (items: string | number) => `${items} selected`
export const duplicate = 'Duplicate'
export const deleteLabel = 'Delete'
export const useLettersDigitsAndStart = 'Use letters, digits, “_” and “-”. Start with a letter or “_”.'
export const alreadyTaken = 'Already taken'
export const onlyIf = 'Only if'
export const thisConditionHasSeveralParts = 'This condition has several parts. Edit it as JSON.'
export const valueToCompare = 'Value to compare'
export const customEditAsJson = 'Custom (edit as JSON)'
export const comparison = 'Comparison'
export const comparedWith = 'Compared with'
export const resultOf = (titleOf: string | number) => `Result of ${titleOf}`
export const variable = (variable: string | number) => `Variable ${variable}`
export const data = 'Data'
export const removeFrom = (text: string | number, name: string | number) => `Remove ${text} from ${name}`
export const dataFor = (name: string | number) => `Data for ${name}`
export const addDataTo = (name: string | number) => `Add data to ${name}`
export const fromTheWorkflow = 'From the workflow'
export const newInputOfTheWorkflow = 'New input of the workflow'
export const problemsOfThisStep = 'Problems of this step'
export const editAs = 'Edit as'
export const form = 'Form'
export const json = 'JSON'
export const step = 'Step'
export const title = 'Title'
export const idTitle = (id: string | number) => `${id} title`
export const id = 'Id'
export const moreForThisStep = 'More for this step'
export const version = 'Version'
export const alsoAcceptsLaterVersions = '“^” also accepts later versions that are compatible.'
export const newest = 'Newest'
export const results = 'Results'
export const listInTheReport = (name: string | number) => `List ${name} in the report`
export const changeTheId = 'Change the id in the form, so that references follow it.'
export const stepAsJson = 'Step as JSON'
export const parameters = 'Parameters'
export const runs = 'Runs'
export const ifItFails = 'If it fails'
export const stopTheWorkflow = 'Stop the workflow'
export const continueLabel = 'Continue'
export const retries = 'Retries'
export const timeLimit = 'Time limit'
export const runsFor = 'Runs for'
export const once = 'Once'
export const eachItem = 'Each item'
export const items = 'Items'
export const bindParametersAndData = 'Bind parameters and data to the current item.'
export const customSchema = 'Custom schema'
export const name = 'Name'
export const type = 'Type'
export const choices = 'Choices'
export const removeVariable = 'Remove variable'
export const defaultLabel = 'Default'
export const workflow = 'Workflow'
export const description = 'Description'
export const tags = 'Tags'
export const tagOrKeyValue = 'Tag or key=value'
export const addVariable = 'Add variable'
export const variablesGetTheirValuesWhen =
  'Variables get their values when the workflow starts. Use them for data and parameters.'
