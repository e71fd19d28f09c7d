import { describe, expect, it } from 'vitest'
import { Problem } from '#problem.ts'
import { testApi } from '#testing/api.ts'
import { findsJobs } from '#testing/jobs.ts'
import { tagQueryOf } from './tag-query.rules.ts'

const api = await testApi()

describe('parsing a tag query', () => {
  const has = (key: string) => ({ is: 'has', key })

  it.each([
    ['a or b and not c', { is: 'or', of: [has('a'), { is: 'and', of: [has('b'), { is: 'not', of: has('c') }] }] }],
    [
      '(a || b) && !c',
      {
        is: 'and',
        of: [
          { is: 'or', of: [has('a'), has('b')] },
          { is: 'not', of: has('c') },
        ],
      },
    ],
    ['A AND aNd', undefined],
    ['NOT (a)', { is: 'not', of: has('a') }],
    ['"a and b"', has('a and b')],
    ['"it\\"s"', has('it"s')],
    ['k==1.', { is: 'compare', key: 'k', by: '=', value: '1.0', as: 'number' }],
    ['k <> 10:30', { is: 'compare', key: 'k', by: '!=', value: '10:30:00.000', as: 'time' }],
    ['k>=2026-01-01', { is: 'compare', key: 'k', by: '>=', value: '2026-01-01', as: 'moment' }],
    ['k < "10"', { is: 'compare', key: 'k', by: '<', value: '10', as: 'text' }],
    ['k = 1e999999', { is: 'compare', key: 'k', by: '=', value: '1e999999', as: 'text' }],
    ['k CONTAINS x', { is: 'search', key: 'k', by: 'contains', value: 'x' }],
    ['k in (x)', { is: 'compare', key: 'k', by: '=', value: 'x', as: 'text' }],
    ['水位 = 高', { is: 'compare', key: '水位', by: '=', value: '高', as: 'text' }],
    ['   ', undefined],
  ])('parses %s', (text, query) => {
    if (text === 'A AND aNd') expect(() => tagQueryOf(text)).toThrow(Problem)
    else expect(tagQueryOf(text)).toEqual(query)
  })

  it.each([
    ['k =', 'Expected a value at character 4, but the expression ends.'],
    ['a b', 'Expected “and”, “or” or the end at character 3, but found “b”.'],
    ['(a', 'Expected “)” at character 3, but the expression ends.'],
    ['a)', 'Expected “and”, “or” or the end at character 2, but found “)”.'],
    ['and', 'Expected a tag at character 1, but found “and”.'],
    ['k in x', 'Expected “(” at character 6, but found “x”.'],
    ['k in ()', 'Expected a value at character 7, but found “)”.'],
    ["k = 'x", 'The quotation mark at character 5 is never closed.'],
    ['"a=b" = c', 'A tag’s key can’t contain “=”, but a=b does.'],
    ['('.repeat(1000), 'The expression is nested deeper than 30 levels.'],
    ['not '.repeat(1000), 'The expression is nested deeper than 30 levels.'],
    [`a${' or a'.repeat(20)}`, 'An expression can have up to 20 conditions.'],
    [`a in (${'1,'.repeat(200)}1)`, 'A list can have up to 100 values.'],
  ])('locates the error in %j', (text, message) => {
    expect(() => tagQueryOf(text)).toThrow(message)
  })
})

describe('finding by a tag query', async () => {
  const alice = await api.signUp()
  const TAGGED: Record<string, string[]> = {
    plain: [],
    draft: ['draft', 'n=5'],
    small: ['n=1', 'river=Rhine', 'done=false'],
    same: ['n=1.0', 'river=main', 'done=true'],
    large: ['n=10', 'n=-3', 'river=rhine-main'],
    words: ['n=many', 'draft=old', 'odd key=a(b', 'n2=7'],
    times: ['lap=9:00', 'lap=09:00:30', 'day=2026-01-16', 'at=2026-01-16T11:12:35+05:30'],
    long: ['lap=100:20:30', 'day=2025-12-31', 'at=2026-02-01T00:00:00Z'],
    huge: [`n=${'9'.repeat(1000)}`, 'x=1e999999', 'lap=9999999:00:00', 'at=9999-99-99'],
  }
  for (const [Name, Tags] of Object.entries(TAGGED)) {
    const made = await alice.post('/api/Job/CreateJob', { Name })
    expect((await alice.post(`${made.headers.get('location')}/EditTags`, { Tags })).status).toBe(200)
  }
  const finds = async (TagQueryExpression: string) => {
    const found = await findsJobs(alice, {
      Filter: { TagQueryExpression },
      SortBy: { PropertyName: 'Name', SortType: 'Ascending' },
    })
    return found.entities.map((entity) => String(entity.properties.Name)).join(' ')
  }

  it.each([
    ['draft', 'draft words'],
    ['draft = old', 'words'],
    ['Draft', ''],
    ['"draft=old"', 'words'],
    ['not n', 'long plain times'],
    ['n = 1', 'same small'],
    ['n = "1"', 'small'],
    ['n = 1e0', 'same small'],
    ['n != 1', 'draft huge large words'],
    ['not n = 1', 'draft huge large long plain times words'],
    ['n > 4', 'draft huge large'],
    ['n < 0', 'large'],
    ['n >= 1 and n <= 5', 'draft large same small'],
    ['n in (5, 10)', 'draft large'],
    ['n not in (5, 10) and n', 'huge same small words'],
    ['n = many', 'words'],
    ['n < z', 'draft huge large same small words'],
    ['x = 1e999999', 'huge'],
    ['x > 5', ''],
    ['river = rhine', ''],
    ['river contains RHINE', 'large small'],
    ['river startswith rh', 'large small'],
    ['river endswith MAIN', 'large same'],
    ["river contains '%'", ''],
    ['"odd key" = "a(b"', 'words'],
    ['done = TRUE', 'same'],
    ['lap < 10:00', 'times'],
    ['lap = 9:00', 'times'],
    ['lap > 100:00', 'long'],
    ['day >= 2026-01-01', 'times'],
    ['at > 2026-01-16T05:42:34Z', 'huge long times'],
    ['at > 2026-01-16T11:12:34+05:30 and at < 2026-01-17', 'times'],
    ['(draft or done = true) and not n = 5', 'same words'],
    ["draft'; drop table job; --'", undefined],
  ])('%s', async (expression, names) => {
    if (names === undefined) {
      const reply = await alice.post('/api/JobQuery/CreateQuery', { Filter: { TagQueryExpression: expression } })
      expect(reply.status).toBe(422)
      return
    }
    expect(await finds(expression)).toBe(names)
  })

  it('works together with other filters, paging and remaining tags', async () => {
    const Filter = { TagQueryExpression: 'n >= 1', Name: 'a', TagsByOr: ['n=1', 'n=1.0', 'n=10'] }
    const found = await findsJobs(alice, { Filter, Pagination: { PageSize: 1 } })

    expect(found.properties).toMatchObject({ TotalEntities: 3, RemainingTags: expect.arrayContaining(['river=main']) })
    expect(found.properties.StateCounts).toEqual({ Created: 3 })
  })
})

describe('an invalid query', () => {
  it.each([
    ['Job', { TagQueryExpression: 'a b' }],
    ['WorkData', { TagQueryExpression: 'a b' }],
    ['ProcessingStep', { TagQueryExpression: 'a b' }],
    ['Job', { WorkDataUrl: 'nowhere' }],
    ['Job', { ParentJobUrl: 'http://localhost:3000/api/WorkData/01a20044-054e-7d84-8fc5-dff0b81c414b' }],
    ['WorkData', { ProducerProcessingStepUrl: 'http://evil.example/' }],
  ])('of a %s is refused when it is created: %j', async (kind, Filter) => {
    const replies = await Promise.all(
      ['CreateQuery', 'CreateAdminQuery'].map((path) =>
        api.administrator.post(`/api/${kind}Query/${path}`, { Filter }),
      ),
    )

    expect(replies.map((reply) => reply.status)).toEqual([422, 422])
  })
})
