import { Budget } from '@millrace/parameters/budget'
import { moduleBeside } from '@millrace/processes/module-beside'
import type { Deps } from '#deps.ts'
import { threadAnswers } from '#limiter/thread-answers.ts'
import { type WorkflowAnswer, type WorkflowQuestion, workflowAnswer } from './workflow-check.rules.ts'

/*
 * Checks definitions of workflows in transactions. Those with more characters, or those that need more than INLINE_STEPS,
 * are checked in a thread: a definition can be as large as 5 MB, and contains schemas of its author.
 */

const INLINE_CHARACTERS = 50_000
const INLINE_STEPS = 20_000

const TOO_MUCH = 'Checking this workflow takes too much time or memory. Use fewer nodes.'

/** Checks a definition, in a transaction. If the system acts, a long check takes the turn of the given account. */
export type CheckWorkflow = (account: string, question: WorkflowQuestion) => WorkflowAnswer

export function workflowChecks({ lanes }: Pick<Deps, 'lanes'>): CheckWorkflow {
  const inThread = threadAnswers<WorkflowAnswer>(lanes.largeWorkflows, {
    entry: moduleBeside(import.meta.url, 'workflow-check-thread'),
    memoryMb: 160,
    limitMs: 10_000,
    keepsTurn: true,
    otherwise: { faults: [{ pointer: '', message: TOO_MUCH }] },
  })

  return (account, question) => {
    const text = JSON.stringify(question)
    if (text.length <= INLINE_CHARACTERS) {
      const budget = new Budget(INLINE_STEPS)
      const answer = workflowAnswer(question, budget)
      if (!budget.isUsedUp) return answer
    }
    return inThread(text, account)
  }
}
