/* The texts of features/previews/workflow. */

export const openInConfigurator = 'Open in configurator'
export const workflow = 'Workflow {title}'
export const steps = 'Steps'
export const noSteps = 'This workflow has no steps yet.'
export const notAWorkflow = 'This file is not a valid workflow definition. Open it in the configurator to fix it.'
