import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiProblem } from '#lib/api.ts'
import { ErrorView, PageError } from './error-view.tsx'

const shownFor = (error: Error) => renderToStaticMarkup(<ErrorView title="Jobs could not be loaded" error={error} />)
const requestId = '0197f3a1-5b4e-7c3d-9e2f-1a2b3c4d5e6f'

it('shows the request ID of a server error, with a button that copies it', () => {
  const shown = shownFor(new ApiProblem(500, '', { detail: 'An unexpected error occurred.', requestId }))

  expect(shown).toContain(requestId)
  expect(shown).toContain('aria-label="Copy request ID"')
})

it('leaves the request ID out of an error that the message explains', () => {
  const shown = shownFor(new ApiProblem(404, '', { detail: 'No such job.', requestId }))

  expect(shown).toContain('No such job.')
  expect(shown).not.toContain(requestId)
})

it('takes the place of a page with its title, the request ID and a way back', () => {
  const error = new ApiProblem(500, '', { detail: 'An unexpected error occurred.', requestId })

  const shown = renderToStaticMarkup(
    <PageError level={1} title="The job could not be loaded" error={error} onRetry={() => {}}>
      <a href="/jobs">Back to jobs</a>
    </PageError>,
  )

  expect(shown).toMatch(/<h1[^>]*>The job could not be loaded<\/h1>/)
  expect(shown).toContain(requestId)
  expect(shown).toMatch(/Try again.*Back to jobs.*Show error/s)
})
