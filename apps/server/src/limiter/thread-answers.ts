import { NeedsPreparation } from '@millrace/db/act'
import { questionThread } from '@millrace/processes/question-thread'
import type { FairLane } from './fair-lane.ts'

/*
 * Checks of untrusted content that would block the event loop, and the connection of their transaction, for too long. A
 * thread makes them, in the turn of the account that acts, while the transaction is rolled back (see NeedsPreparation).
 * The thread is replaced if it takes too long or too much memory.
 */

interface ThreadRule<Answer> {
  /** The module of the thread; see `answerQuestions`. */
  entry: string
  memoryMb: number
  limitMs: number
  /** The answer if the thread is replaced. */
  otherwise: Answer
  /** Whether the turn lasts until the transaction has ended, because what follows is work for the event loop, too. */
  keepsTurn?: boolean
}

/** The answers of a thread. Questions are texts, so that equal ones are recognized. */
export function threadAnswers<Answer>(lane: FairLane, rule: ThreadRule<Answer>) {
  const thread = questionThread<string, Answer>(rule.entry, rule.memoryMb)
  /** Those of transactions that are still running. */
  const answers = new Map<string, { answer: Answer; users: number }>()

  /** The transactions that keep a turn, which is also that of their further questions. */
  const turns = new WeakSet<object>()

  /** The thread answers one question at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const askNext = (question: string): Promise<Answer> => {
    const next = last.then(() => ask(question))
    last = next
    return next
  }

  async function ask(question: string): Promise<Answer> {
    const timer = setTimeout(thread.end, rule.limitMs)
    try {
      return await thread.ask(question)
    } catch {
      return rule.otherwise
    } finally {
      clearTimeout(timer)
    }
  }

  async function prepare(question: string, account: string, transaction: object): Promise<Disposable> {
    using turn = new DisposableStack()
    if (!turns.has(transaction)) {
      turn.defer(await lane.enter(account))
      if (rule.keepsTurn) turn.defer(() => turns.delete(transaction))
    }
    const answer = answers.get(question)?.answer ?? (await askNext(question))
    const known = answers.get(question) ?? { answer, users: 0 }
    known.users += 1
    answers.set(question, known)
    if (rule.keepsTurn) turns.add(transaction)
    const prepared = rule.keepsTurn ? turn.move() : new DisposableStack()
    prepared.defer(() => {
      known.users -= 1
      if (known.users === 0) answers.delete(question)
    })
    return prepared
  }

  /** The answer, for a transaction. If the system acts, the question takes the turn of the given account. */
  return function answerTo(question: string, account: string): Answer {
    const known = answers.get(question)
    if (known) return known.answer
    throw new NeedsPreparation((acting = account, transaction = {}) => prepare(question, acting, transaction))
  }
}
