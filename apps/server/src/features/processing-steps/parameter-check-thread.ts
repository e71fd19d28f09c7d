import { Budget } from '@millrace/parameters/budget'
import { answerQuestions } from '@millrace/processes/answer-questions'
import { faultsWithin, type GivenParameters } from './parameters.rules.ts'

/* The thread that checks large parameters. */

answerQuestions((question) => {
  const [rest = '', given = ''] = question.split('\n')
  return faultsWithin(new Budget(), { ...JSON.parse(rest), given: JSON.parse(given) } as GivenParameters)
})
