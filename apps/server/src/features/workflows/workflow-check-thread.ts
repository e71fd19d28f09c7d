import { answerQuestions } from '@millrace/processes/answer-questions'
import { type WorkflowQuestion, workflowAnswer } from './workflow-check.rules.ts'

/* The thread in which large workflow definitions are checked. */

answerQuestions((question) => {
  const [common, own] = question.split('\n').map((line) => JSON.parse(line) as object)
  return workflowAnswer({ ...common, ...own } as WorkflowQuestion)
})
