import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { document, link } from '@millrace/siren/build'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it } from 'vitest'
import { previewQueries } from '../previews.queries.ts'
import { MiniFacts } from './mini-facts.tsx'

const textOf = (name: string) => `/api/WorkData/${name}/text`

function file(name: string) {
  const properties = { Name: name, MediaType: 'application/json', SizeInBytes: 9 } as WorkDataProperties
  return document('WorkData', { properties, links: [link('self', `/api/${name}`), link('TextPreview', textOf(name))] })
}

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

function holds(name: string, text: string): void {
  client.setQueryData(
    previewQueries.text(textOf(name)).queryKey,
    document('Text', { properties: { Text: text }, links: [] }) as never,
  )
}

const shown = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MiniFacts
        text='{"column":"level","outliers":2}'
        others={['one', 'two', 'three'].map(file)}
        pending="Loading"
        otherwise="No object"
      >
        {(facts) => facts}
      </MiniFacts>
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, ' ')

it('shows facts once it is known which facts the files beside it share', () => {
  holds('one', '{"column":"level","outliers":0}')
  holds('two', '{"column":"level","outliers":1}')
  expect(shown()).toBe('Loading')

  holds('three', '{"column":"level","outliers":9}')

  expect(shown()).toMatch(/Outliers/)
  expect(shown()).not.toMatch(/Column/)
})

it('compares only files that can be read', () => {
  holds('one', '{"column":"level","outliers":0}')
  holds('two', '{"column":"level","outliers":1}')
  holds('three', '{"column":"lev')

  expect(shown()).not.toMatch(/Column/)
})
