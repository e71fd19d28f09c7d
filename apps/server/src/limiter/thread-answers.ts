import { NeedsPreparation } from '@millrace/db/act'
import { requestThread } from '@millrace/processes/request-thread'
import type { FairLane } from './fair-lane.ts'

/*
 * Runs checks of untrusted content on a thread, because they could block the event loop and hold a database connection
 * for too long. A transaction that needs an answer is rolled back, and run again once the thread has answered (see
 * NeedsPreparation). Each question waits in the queue of the acting account. The thread is replaced if it takes too
 * long or needs too much memory.
 */

interface ThreadRule<Answer> {
  /** The thread's module, which calls `answerQuestions`. */
  entry: string
  memoryMb: number
  limitMs: number
  /** The answer to use if the thread had to be replaced. */
  otherwise: Answer
  /**
   * Whether a transaction keeps its place in the lane until the transaction ends. Set this if the rest of the
   * transaction also occupies the event loop.
   */
  keepsPlace?: boolean
}

/** A question as strings, so that equal questions are recognized. The thread receives the two parts as two lines. */
export interface Question {
  /** The part that all questions of a transaction can share, as JSON. Stored in memory only once. */
  common: string
  /** The rest, as JSON. */
  own: string
}

interface Known<Answer> {
  answer: Answer
  users: number
}

export function threadAnswers<Answer>(lane: FairLane, rule: ThreadRule<Answer>) {
  const thread = requestThread<string, Answer>(rule.entry, rule.memoryMb)
  /** Answers for transactions that are still running, by the two parts of the question. */
  const answers = new Map<string, Map<string, Known<Answer>>>()
  const knownTo = ({ common, own }: Question) => answers.get(common)?.get(own)

  /** Transactions that keep their place in the lane, so their further questions need not wait. */
  const places = new WeakSet<object>()

  /** The thread answers one question at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const askNext = (question: Question): Promise<Answer> => {
    const next = last.then(() => ask(question))
    last = next
    return next
  }

  async function ask({ common, own }: Question): Promise<Answer> {
    const timer = setTimeout(thread.end, rule.limitMs)
    try {
      return await thread.ask(`${common}\n${own}`)
    } catch {
      return rule.otherwise
    } finally {
      clearTimeout(timer)
    }
  }

  async function prepare(question: Question, account: string, transaction: object): Promise<Disposable> {
    using place = new DisposableStack()
    if (!places.has(transaction)) {
      place.defer(await lane.enter(account))
      if (rule.keepsPlace) place.defer(() => places.delete(transaction))
    }
    const answer = knownTo(question)?.answer ?? (await askNext(question))
    const known = knownTo(question) ?? { answer, users: 0 }
    known.users += 1
    remember(question, known)
    if (rule.keepsPlace) places.add(transaction)
    const prepared = rule.keepsPlace ? place.move() : new DisposableStack()
    prepared.defer(() => {
      known.users -= 1
      if (known.users === 0) forget(question)
    })
    return prepared
  }

  function remember({ common, own }: Question, known: Known<Answer>): void {
    const related = answers.get(common) ?? new Map<string, Known<Answer>>()
    answers.set(common, related.set(own, known))
  }

  function forget({ common, own }: Question): void {
    const related = answers.get(common)
    related?.delete(own)
    if (related?.size === 0) answers.delete(common)
  }

  /**
   * Returns the answer if it is known. Otherwise throws NeedsPreparation, which restarts the transaction once the
   * answer is known. In a system transaction, the question waits in the queue of `account`.
   */
  return function answerTo(question: Question, account: string): Answer {
    const known = knownTo(question)
    if (known) return known.answer
    throw new NeedsPreparation((acting = account, transaction = {}) => prepare(question, acting, transaction))
  }
}
