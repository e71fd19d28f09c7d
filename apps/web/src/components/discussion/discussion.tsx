import type { CommentProperties } from '@millrace/contracts/comments'
import { actionOf, embedded, hrefOf, selfHref } from '#lib/siren.ts'
import { Button } from '../ui/button.tsx'
import { ErrorView } from '../ui/error-view.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CommentField } from './comment-field.tsx'
import { CommentItem } from './comment-item.tsx'
import { type Discussed, useCommentAction, useComments } from './discussion.queries.ts'
import * as texts from './texts.ts'

/** The field for a new comment, and below it the comments on a job or a file, newest first. */
export function Discussion({ resource }: { resource: Discussed }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useComments(resource)
  const { mutateAsync, isPending } = useCommentAction(resource)
  const first = data?.pages[0]
  if (!first) {
    if (!error) return <Skeleton className="h-20 rounded-md" />
    return <ErrorView title={texts.theCommentsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
  }
  const add = actionOf(first, 'AddComment')
  const peopleHref = hrefOf(first, 'MentionablePeople')
  const comments = data.pages.flatMap((page) => embedded<CommentProperties>(page, 'item'))
  return (
    <div>
      {add ? (
        <CommentField
          key={add.href}
          label={texts.newComment}
          storageKey={`comment ${add.href}`}
          verb={texts.comment}
          peopleHref={peopleHref}
          working={isPending}
          onSave={(body, onSaved) => void mutateAsync({ action: add, body }).then(onSaved, () => {})}
        />
      ) : null}
      {comments.length === 0 ? (
        <p className="py-3 text-ink-2">{texts.noCommentsYet}</p>
      ) : (
        <ol aria-label={texts.comments} className="mt-1 divide-y divide-line">
          {comments.map((comment) => (
            <CommentItem key={selfHref(comment)} resource={resource} comment={comment} peopleHref={peopleHref} />
          ))}
        </ol>
      )}
      {hasNextPage ? (
        <Button size="sm" working={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.showOlderComments}
        </Button>
      ) : null}
    </div>
  )
}
