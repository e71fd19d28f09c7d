import { Budget } from '@millrace/parameters/budget'
import { moduleBeside } from '@millrace/processes/module-beside'
import type { BoundVariables } from '@millrace/workflows/bind-variables'
import type { Deps } from '#deps.ts'
import { type Question, threadAnswers } from '#limiter/thread-answers.ts'
import {
  type DefinitionAnswer,
  type DefinitionQuestion,
  type StartedTogether,
  type WorkflowAnswer,
  type WorkflowQuestion,
  workflowAnswer,
} from './workflow-checks.rules.ts'

/*
 * A check runs in a thread if it reads more than INLINE_CHARACTERS or needs more than INLINE_STEPS. Checks can take a
 * long time, because a definition can be 5 MB in size and contain schemas written by its author.
 */

const INLINE_CHARACTERS = 50_000
const INLINE_STEPS = 20_000

const TOO_MUCH = 'Checking this workflow takes too much time or memory. Use fewer nodes.'

/**
 * Checks definitions and the values of their variables, in transactions. The definition is checked separately from the
 * values, because the workflows of a sweep share the definition. In a system transaction, a long check is queued under
 * the given account.
 */
export interface WorkflowChecks {
  definition(account: string, question: DefinitionQuestion): DefinitionAnswer
  /** Returns a function that checks one workflow’s values. */
  values(account: string, together: StartedTogether): (given: Record<string, unknown>) => BoundVariables
}

/** Checks small workflows immediately. Large ones are checked in a thread, and the transaction is then restarted. */
export function workflowChecks({ lanes }: Pick<Deps, 'lanes'>): WorkflowChecks {
  const inThread = threadAnswers<WorkflowAnswer>(lanes.largeWorkflows, {
    entry: moduleBeside(import.meta.url, 'workflow-check-thread'),
    memoryMb: 160,
    limitMs: 10_000,
    keepsPlace: true,
    otherwise: { values: {}, stepIds: [], faults: [{ pointer: '', message: TOO_MUCH }] },
  })

  function answerTo(account: string, question: WorkflowQuestion, text: Question): WorkflowAnswer {
    if (text.common.length + text.own.length <= INLINE_CHARACTERS) {
      const budget = new Budget(INLINE_STEPS)
      const answer = workflowAnswer(question, budget)
      if (!budget.isUsedUp) return answer
    }
    return inThread(text, account)
  }

  return {
    definition: (account, question) =>
      answerTo(account, question, { common: '{}', own: JSON.stringify(question) }) as DefinitionAnswer,
    values(account, together) {
      const common = JSON.stringify(together)
      return (given) =>
        answerTo(account, { ...together, given }, { common, own: JSON.stringify({ given }) }) as BoundVariables
    },
  }
}
