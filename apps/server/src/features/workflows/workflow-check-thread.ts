import { answerQuestions } from '@millrace/processes/answer-questions'
import { type WorkflowQuestion, workflowAnswer } from './workflow-checks.rules.ts'

/* Thread that checks large workflow definitions (see workflow-checks.service.ts). */

answerQuestions((question) => {
  const [common, own] = question.split('\n').map((line) => JSON.parse(line) as object)
  return workflowAnswer({ ...common, ...own } as WorkflowQuestion)
})
