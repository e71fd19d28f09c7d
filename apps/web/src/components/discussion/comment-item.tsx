import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { actionOf } from '#lib/siren.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Time } from '../ui/time.tsx'
import { CommentField } from './comment-field.tsx'
import { type CommentDocument, type Discussed, useCommentAction } from './discussion.queries.ts'
import { partsOf } from './mentions.ts'
import * as texts from './texts.ts'

interface CommentItemProps {
  resource: Discussed
  comment: CommentDocument
  peopleHref: string | undefined
}

/** One comment with its available actions. */
export function CommentItem({ resource, comment, peopleHref }: CommentItemProps) {
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read')
  const { mutate, isPending } = useCommentAction(resource)
  const { AuthorName, Text, CreatedAt, EditedAt, Mentions } = comment.properties
  const edit = actionOf(comment, 'Edit')
  const remove = actionOf(comment, 'Delete')
  const name = AuthorName ?? texts.deletedUser
  return (
    <li className="flex gap-2.5 py-3">
      <Avatar name={name} size={24} />
      <article aria-label={fill(texts.commentBy, name)} className="min-w-0 flex-1">
        <header className="flex items-baseline gap-2">
          <span className="truncate font-medium" title={name}>
            {name}
          </span>
          <Time at={CreatedAt} className="cell-time flex-none text-xs text-ink-3" />
          {EditedAt ? <span className="flex-none text-xs text-ink-3">edited</span> : null}
        </header>
        {mode === 'edit' && edit ? (
          <div className="mt-1.5">
            <CommentField
              label={texts.editComment}
              verb={texts.save}
              initial={{ text: Text, people: Mentions }}
              peopleHref={peopleHref}
              working={isPending}
              onSave={(body) => mutate({ action: edit, body }, { onSuccess: () => setMode('read') })}
              onCancel={() => setMode('read')}
            />
          </div>
        ) : (
          <CommentText text={Text} people={Mentions} />
        )}
        {mode === 'edit' ? null : (
          <div className="-ml-[11px] flex empty:hidden">
            {edit ? (
              <Button size="sm" variant="quiet" onClick={() => setMode('edit')}>
                {texts.edit}
              </Button>
            ) : null}
            {remove ? (
              <Button size="sm" variant="quiet" onClick={() => setMode('delete')}>
                {texts.deleteLabel}
              </Button>
            ) : null}
          </div>
        )}
      </article>
      {mode === 'delete' && remove ? (
        <ConfirmDialog
          open
          title={texts.deleteThisComment}
          confirm={texts.deleteComment}
          keep={texts.keepComment}
          working={isPending}
          onConfirm={() => mutate({ action: remove }, { onSuccess: () => setMode('read') })}
          onClose={() => setMode('read')}
        >
          {texts.thisCantBeUndone}
        </ConfirmDialog>
      ) : null}
    </li>
  )
}

function CommentText({ text, people }: { text: string; people: CommentDocument['properties']['Mentions'] }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap text-ink wrap-anywhere">
      {partsOf(text, people).map(({ kind, text: part, end }) =>
        kind === 'link' ? (
          <a
            key={end}
            href={part}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline underline-offset-2"
          >
            {part}
          </a>
        ) : kind === 'mention' ? (
          <span key={end} className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  )
}
