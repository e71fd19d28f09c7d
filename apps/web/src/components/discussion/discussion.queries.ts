import type { CommentProperties, CommentsProperties, MentionableProperties } from '@millrace/contracts/comments'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { hrefOf, readDocument, runAction, type SirenAction, type SirenDocument, selfHref } from '#lib/siren.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'

export type CommentDocument = SirenDocument<CommentProperties>

/** A job or a file with a discussion. */
export type Discussed = SirenDocument<unknown>

/**
 * Returns a query key that starts with the key of the resource, so a live update of the resource also refetches its
 * comments.
 */
function keyOf(resource: Discussed) {
  return [resource.class.includes('Job') ? 'jobs' : 'work-data', 'detail', selfHref(resource), 'comments'] as const
}

function commentsQuery(resource: Discussed) {
  const first = hrefOf(resource as SirenDocument, 'Comments')
  return infiniteQueryOptions({
    queryKey: keyOf(resource),
    queryFn: ({ pageParam, signal }) => readDocument<CommentsProperties>(pageParam, signal),
    initialPageParam: first ?? '',
    getNextPageParam: (page) => hrefOf(page, 'next'),
    enabled: first !== undefined,
    staleTime: 20_000,
  })
}

/** Returns the comments on a job or a file, newest first, one page at a time. */
export function useComments(resource: Discussed) {
  return useInfiniteQuery(commentsQuery(resource))
}

/** Returns the number of comments on a resource. Undefined until it is known. */
export function useCommentCount(resource: Discussed): number | undefined {
  return useComments(resource).data?.pages[0]?.properties.Total
}

/** Query for the members whose name contains the search term. */
export function mentionableQuery(href: string, text: string) {
  return queryOptions({
    queryKey: ['mentionable', href, text],
    queryFn: async ({ signal }) =>
      (await readDocument<MentionableProperties>(`${href}?find=${encodeURIComponent(text)}`, signal)).properties.People,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** Runs an available action that adds, edits or deletes a comment, then refetches the discussion. */
export function useCommentAction(resource: Discussed) {
  const queryClient = useQueryClient()
  const once = useIdempotent()
  return useMutation({
    mutationFn: ({ action, body }: { action: SirenAction; body?: unknown }) =>
      once({ href: action.href, body }, (idempotencyKey) => runAction(action, body, { idempotencyKey })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(resource) }),
  })
}
