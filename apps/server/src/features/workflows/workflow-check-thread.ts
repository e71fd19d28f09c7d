import { answerQuestions } from '@millrace/processes/answer-questions'
import { type WorkflowQuestion, workflowAnswer } from './workflow-check.rules.ts'

/* The thread in which large workflow definitions are checked. */

answerQuestions((question) => workflowAnswer(JSON.parse(question) as WorkflowQuestion))
