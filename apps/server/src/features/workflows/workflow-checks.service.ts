import { Budget } from '@millrace/parameters/budget'
import { moduleBeside } from '@millrace/processes/module-beside'
import type { BoundVariables } from '@millrace/workflows/bind-variables'
import type { Deps } from '#deps.ts'
import { threadAnswers } from '#limiter/thread-answers.ts'
import {
  type DefinitionAnswer,
  type DefinitionQuestion,
  type ValuesQuestion,
  type WorkflowAnswer,
  type WorkflowQuestion,
  workflowAnswer,
} from './workflow-check.rules.ts'

/*
 * Checks definitions of workflows in transactions. Those with more characters, or those that need more than INLINE_STEPS,
 * are checked in a thread: a definition can be as large as 5 MB, and contains schemas of its author.
 */

const INLINE_CHARACTERS = 50_000
const INLINE_STEPS = 20_000

const TOO_MUCH = 'Checking this workflow takes too much time or memory. Use fewer nodes.'

/**
 * Checks a definition, or the values of a valid one, in a transaction. These are two questions, because the workflows of
 * a sweep have one definition. If the system acts, a long check takes the turn of the given account.
 */
export interface CheckWorkflow {
  (account: string, question: DefinitionQuestion): DefinitionAnswer
  (account: string, question: ValuesQuestion): BoundVariables
}

export function workflowChecks({ lanes }: Pick<Deps, 'lanes'>): CheckWorkflow {
  const inThread = threadAnswers<WorkflowAnswer>(lanes.largeWorkflows, {
    entry: moduleBeside(import.meta.url, 'workflow-check-thread'),
    memoryMb: 160,
    limitMs: 10_000,
    keepsTurn: true,
    otherwise: { values: {}, faults: [{ pointer: '', message: TOO_MUCH }] },
  })

  function check(account: string, question: DefinitionQuestion): DefinitionAnswer
  function check(account: string, question: ValuesQuestion): BoundVariables
  function check(account: string, question: WorkflowQuestion): WorkflowAnswer {
    const text = JSON.stringify(question)
    if (text.length <= INLINE_CHARACTERS) {
      const budget = new Budget(INLINE_STEPS)
      const answer = workflowAnswer(question, budget)
      if (!budget.isUsedUp) return answer
    }
    return inThread(text, account)
  }
  return check
}
