/**
 * Function name of the step that runs workflows. The server registers this step and runs its jobs itself, without
 * workers.
 */
export const EXECUTE_WORKFLOW = 'execute_workflow'
