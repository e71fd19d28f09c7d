/** Function name of the step that runs workflows. The server itself registers the step and runs its jobs. */
export const EXECUTE_WORKFLOW = 'execute_workflow'
