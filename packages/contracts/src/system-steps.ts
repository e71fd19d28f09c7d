/** The function of the step that runs workflows. The server registers it; no worker runs it. */
export const EXECUTE_WORKFLOW = 'execute_workflow'
