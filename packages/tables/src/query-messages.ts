import { quoted } from './sentences.ts'

/** An error in a query: a sentence, and the invalid part of the query. */
export interface QueryFault {
  sentence: string
  /** A remedy. By default, the available columns or tables are listed. */
  remedy?: string
  wrong?: string
  /** The kind of name expected in place of the invalid part. */
  kind?: 'column' | 'table'
  /** DuckDB's own suggestion. */
  instead?: string
}

type Parts = readonly (string | undefined)[]

const CONVERT = 'Convert the value first, for example with CAST(value AS DOUBLE).'

/** The first pattern that matches is used. */
const MESSAGES: readonly [pattern: RegExp, fault: (parts: Parts, text: string) => QueryFault][] = [
  [/^Referenced column "(.+?)" (?:was )?not found/, noColumn],
  [/does not have a column named "(.+?)"/, noColumn],
  [/^Column "(.+?)" (?:in \w+ list not found|does not exist on)/, noColumn],
  [/^Referenced table "(.+?)" not found/, noTable],
  [/^Table with name "?(.+?)"? does not exist/, noTable],
  [/^(?:\w+ )?Function with name (.+?) does not exist/, ([name]) => unknown('function', name)],
  [
    /^(\w+) is qualified$/,
    ([name = '']) => ({
      sentence: `\`${name}\` can only be called by its name alone.`,
      remedy: `Write ${name}(…) without “system”.`,
      wrong: name,
    }),
  ],
  [/^Type with name (.+?) does not exist/, ([name]) => unknown('type', name)],
  [
    /^syntax error at or near "(.+?)"/,
    ([name = '']) => ({ sentence: `The query has a syntax error at \`${name}\`.`, wrong: name }),
  ],
  [
    /^syntax error at end of input/,
    () => ({ sentence: 'The query is incomplete.', remedy: 'Check for a missing clause or parenthesis.' }),
  ],
  [
    /^unterminated quoted (?:string|identifier)/,
    () => ({ sentence: 'A quotation mark in the query is not closed.', remedy: 'Close it.' }),
  ],
  [/^No function matches the given name and argument types '(.+?)\((.*?)\)'\. You/s, wrongTypes],
  [
    /^Cannot compare values of type (.+?) and type (.+?) -/,
    ([left = '', right = '']) => ({
      sentence: `The query compares ${typeWord(left)} with ${typeWord(right)}.`,
      remedy: CONVERT,
    }),
  ],
  [
    /^column "(.+?)" must appear in the GROUP BY/,
    ([name = '']) => ({
      sentence: `Column \`${name}\` is neither grouped nor aggregated.`,
      remedy: `Add it to GROUP BY, or use any_value(${name}).`,
      wrong: name,
    }),
  ],
  [
    /^Ambiguous reference to column name "(.+?)" \(use: (.+?)\)/,
    ([name = '', choices = '']) => ({
      sentence: `Column \`${name}\` is in several tables.`,
      remedy: `Write ${choices.replaceAll('"', '`')}.`,
      wrong: name,
    }),
  ],
  [/^Could not convert string '(.*?)' to \w+(?: when casting from source column (.+?))?(?:\n|$)/s, wrongValue],
  [/^invalid \w+ field format: "(.*?)", expected .+?(?: when casting from source column (.+?))?(?:\n|$)/s, wrongValue],
  [/field value out of range: "(.*?)"(?:.*? from source column (.+?))?(?:\n|$)/s, wrongValue],
  [
    /^Could not parse string "(.*?)" according to format specifier "(.+?)"/s,
    ([value = '', format = '']) => ({
      sentence: `${quoted(value)} does not match the format “${format}”.`,
      remedy: 'Correct the format, or use try_strptime, which leaves such cells empty.',
    }),
  ],
  [/with value (\S+) can't be cast .* destination type (\w+)/, outOfRange],
  [/^Could not cast value (\S+) to (\S+)/, outOfRange],
  [
    /^Unimplemented type for cast \(TIMESTAMP WITH TIME ZONE -> TIME\)/,
    () => ({
      sentence: 'A time with a UTC offset can’t be cast to TIME without a time zone.',
      remedy: "Specify one, such as (value AT TIME ZONE 'UTC')::TIME.",
    }),
  ],
  [/^Overflow in/, () => ({ sentence: 'A number in the query becomes too large.', remedy: CONVERT })],
  [
    /divi(?:sion|de) by zero/i,
    () => ({ sentence: 'The query divides by zero.', remedy: 'Use nullif(divisor, 0) as the divisor.' }),
  ],
  [
    /^Function "(.+?)" is a table function/,
    ([name = '']) => ({ sentence: `\`${name}\` returns a table, not a value.`, wrong: name }),
  ],
  [
    /^Cannot access file|file system operations/,
    () => ({
      sentence: 'A query can read only the chosen tables, not files.',
      remedy: 'Write `input` for the first table.',
    }),
  ],
  [
    /clause cannot contain aggregates/,
    () => ({ sentence: 'WHERE cannot contain aggregates such as max().', remedy: 'Use HAVING instead.' }),
  ],
  [
    /^More than one row returned by a subquery/,
    () => ({
      sentence: 'A subquery that is used as a value returned several rows.',
      remedy: 'Aggregate them, or add LIMIT 1.',
    }),
  ],
  [
    /same number of result columns/,
    () => ({
      sentence: 'The sides of UNION, INTERSECT or EXCEPT have different numbers of columns.',
      remedy: 'Select the same number of columns on both sides.',
    }),
  ],
]

/** Converts an error message of DuckDB to a fault. Unknown messages are shown without their hints. */
export function queryFaultOf(message: string): QueryFault {
  const text = message.replace(/^(Failed to [a-z ]+: )?([A-Z][\w ]*Error: ?)?/, '')
  const instead = /Did you mean "(.+?)"/.exec(text)?.[1]
  for (const [pattern, fault] of MESSAGES) {
    const found = pattern.exec(text)
    if (found) return { ...fault(found.slice(1), text), ...(instead && { instead }) }
  }
  const [first = ''] = text.split(/\n\n|\nLINE |\s*Candidate /)
  const reason = first.replace(/\s+/g, ' ').trim()
  return { sentence: `The query failed: ${reason.replace(/[.!]*$/, '.')}` }
}

function noColumn([name = '']: Parts): QueryFault {
  return { sentence: `Column \`${name}\` not found.`, wrong: name, kind: 'column' }
}

function noTable([name = '']: Parts): QueryFault {
  return { sentence: `Table \`${name}\` not found.`, wrong: name, kind: 'table' }
}

function unknown(what: string, name = ''): QueryFault {
  return { sentence: `${what.charAt(0).toUpperCase()}${what.slice(1)} \`${name}\` not found.`, wrong: name }
}

function wrongTypes([name = '', types = '']: Parts): QueryFault {
  const given = types
    .replaceAll(/\([^)]*\)/g, '')
    .split(', ')
    .map(typeWord)
    .join(' and ')
  const does = /^\w/.test(name) ? 'does not accept' : 'does not work with'
  return { sentence: `\`${name}\` ${does} ${given}.`, remedy: CONVERT, wrong: name }
}

function wrongValue([value = '', column]: Parts, text: string): QueryFault {
  const place = column ? ` in column \`${column}\`` : ''
  return {
    sentence: `${quoted(value)}${place} is not ${wantedType(text)}.`,
    remedy: 'Correct the value, or use TRY_CAST, which leaves such cells empty.',
  }
}

function outOfRange([value = '', type = '']: Parts): QueryFault {
  return { sentence: `${value} does not fit into the type ${type}.`, remedy: 'Use a larger type, such as DOUBLE.' }
}

function wantedType(text: string): string {
  if (/timestamp/i.test(text)) return 'a time such as 2024-11-20 09:30:00'
  if (/date field/i.test(text)) return 'a date such as 2024-11-20'
  return typeWord(/' to (\w+)/.exec(text)?.[1] ?? '')
}

const TYPE_WORDS: readonly [RegExp, string][] = [
  [/^(VARCHAR|STRING)/, 'text'],
  [/INTERVAL/, 'an interval'],
  [/INT|DECIMAL|DOUBLE|FLOAT/, 'a number'],
  [/^TIMESTAMP/, 'a time'],
  [/^DATE/, 'a date'],
  [/^TIME/, 'a time of day'],
  [/^BOOL/, 'true or false'],
]

function typeWord(type: string): string {
  return TYPE_WORDS.find(([pattern]) => pattern.test(type))?.[1] ?? `a value of type ${type}`
}
