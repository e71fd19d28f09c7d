import { COMMENT_LIMITS, type MentionedPerson } from '@millrace/contracts/comments'
import { skipToken, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { readTabValue, removeTabValue, storeTabValue } from '#lib/tab-storage.ts'
import { Button } from '../ui/button.tsx'
import { fieldFrame } from '../ui/input.tsx'
import { SqlCompletions } from '../ui/sql-completions.tsx'
import { mentionableQuery } from './discussion.queries.ts'
import { mentionBefore, mentionedIn } from './mentions.ts'
import * as texts from './texts.ts'

/** The body that the server’s comment actions expect. `Mentions` are ids of members. */
export interface CommentDraft {
  Text: string
  Mentions: string[]
}

interface CommentText {
  text: string
  people: readonly MentionedPerson[]
}

interface CommentFieldProps {
  label: string
  /** The label of the button. */
  verb: string
  initial?: CommentText
  /** The key under which unsent text is stored, so that it survives reloads and other pages. */
  storageKey?: string
  /** URL of the member search. Undefined if nobody can be mentioned. */
  peopleHref: string | undefined
  working: boolean
  onSave: (draft: CommentDraft, onSaved: () => void) => void
  onCancel?: () => void
}

const LAYER = 'px-2.5 py-1.5 text-sm whitespace-pre-wrap wrap-anywhere'

/** A field for writing a comment. After `@`, members of the organization are suggested below the text. */
export function CommentField({
  label,
  verb,
  initial,
  storageKey,
  peopleHref,
  working,
  onSave,
  onCancel,
}: CommentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [start] = useState(() => initial ?? (storageKey ? readTabValue<CommentText>(storageKey) : undefined))
  const [text, setText] = useState(start?.text ?? '')
  const [known, setKnown] = useState(start?.people ?? [])
  const [place, setPlace] = useState<{ find: string; start: number }>()
  const [marked, setMarked] = useState(0)
  const caret = useRef<number>(undefined)
  const query = mentionableQuery(peopleHref ?? '', place?.find ?? '')
  const isAsking = place !== undefined && peopleHref !== undefined
  const { data = [] } = useQuery({ ...query, queryFn: isAsking ? query.queryFn : skipToken })
  const people = isAsking ? data : []
  useEffect(() => {
    if (storageKey === undefined) return
    if (text === '') removeTabValue(storageKey)
    else storeTabValue(storageKey, { text, people: known } satisfies CommentText)
  }, [storageKey, text, known])
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  function save() {
    const Text = text.trim()
    if (Text === '' || working) return
    onSave({ Text, Mentions: mentionedIn(Text, known) }, () => {
      if (storageKey !== undefined) removeTabValue(storageKey) // The field may have been left.
      setText('')
      setKnown([])
    })
  }

  function mention(person: MentionedPerson | undefined) {
    if (!(person && place)) return
    const end = place.start + 1 + place.find.length
    caret.current = place.start + person.Name.length + 2
    setText(`${text.slice(0, place.start)}@${person.Name} ${text.slice(end).trimStart()}`)
    setKnown([...known, person])
    setPlace(undefined)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const isSend = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    if (isSend) save()
    else if (people.length > 0 && event.key === 'ArrowDown') setMarked((marked + 1) % people.length)
    else if (people.length > 0 && event.key === 'ArrowUp') setMarked((marked + people.length - 1) % people.length)
    else if (people.length > 0 && (event.key === 'Enter' || event.key === 'Tab')) mention(people[marked] ?? people[0])
    else if (people.length > 0 && event.key === 'Escape') setPlace(undefined)
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="grid gap-2">
      <div className={clsx(fieldFrame, 'relative items-stretch!')}>
        <textarea
          ref={field}
          aria-label={label}
          placeholder={peopleHref ? texts.commentPlaceholder : texts.writeAComment}
          {...(initial && { autoFocus: true })}
          maxLength={COMMENT_LIMITS.textMax}
          value={text}
          aria-autocomplete={peopleHref ? 'list' : undefined}
          aria-controls={people.length > 0 ? listId : undefined}
          aria-activedescendant={people.length > 0 ? `${listId}-${Math.min(marked, people.length - 1)}` : undefined}
          onChange={({ target }) => {
            setText(target.value)
            setPlace(mentionBefore(target.value, target.selectionStart))
            setMarked(0)
          }}
          onKeyDown={onKeyDown}
          onClick={() => setPlace(undefined)}
          onBlur={() => setPlace(undefined)}
          className={clsx(
            LAYER,
            'field-sizing-content max-h-80 min-h-18 w-full resize-none bg-transparent outline-none',
          )}
        />
      </div>
      {people.length > 0 && place ? (
        <SqlCompletions
          key={place.start}
          id={listId}
          label={texts.members}
          field={field}
          before={text.slice(0, place.start)}
          className={LAYER}
          items={people.map(({ UserId, Name }) => ({ text: Name, insert: UserId, kind: '' }))}
          at={Math.min(marked, people.length - 1)}
          onPick={(id) => mention(people.find(({ UserId }) => UserId === id))}
        />
      ) : null}
      <div className="flex items-center justify-end gap-2">
        {text.length > COMMENT_LIMITS.textMax - 200 ? (
          <span role="status" className="mr-auto text-xs text-ink-3">
            {fill(texts.charactersLeft, COMMENT_LIMITS.textMax - text.length)}
          </span>
        ) : null}
        {onCancel ? (
          <Button size="sm" variant="quiet" onClick={onCancel}>
            {texts.cancel}
          </Button>
        ) : null}
        <Button size="sm" working={working} disabled={text.trim() === ''} onClick={save}>
          {verb}
        </Button>
      </div>
    </div>
  )
}
