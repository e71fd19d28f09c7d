import { MEDIA } from '@millrace/contracts/media-types'
import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import { DEFINITION_SLOT, REPORT_SLOT } from '@millrace/workflows/workflow-step'

/** The step that runs workflows. Its parameters are the values of the workflow’s variables. */
export const EXECUTE_WORKFLOW_MANIFEST = {
  function_name: EXECUTE_WORKFLOW,
  version: '1.0.0',
  title: 'Run a workflow',
  short_description: 'Runs the steps of a workflow definition on work data and reports what ran on what.',
  long_description:
    'The parameters are the values of the workflow’s variables, by name. Each run of a node is a sub-job. The report lists every run with its step version, parameters, inputs and outputs.',
  parameters: { type: 'object', additionalProperties: true },
  input_dataslots: [
    {
      name: DEFINITION_SLOT,
      title: 'Workflow',
      description: 'The workflow definition to run.',
      mediatype: MEDIA.workflowDefinition,
    },
  ],
  output_dataslots: [
    {
      name: REPORT_SLOT,
      title: 'Report',
      description: 'What ran on what, with versions, parameters, hashes and times.',
      mediatype: MEDIA.workflowReport,
    },
  ],
}
