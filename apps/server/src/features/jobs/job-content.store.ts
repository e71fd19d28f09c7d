import { includes } from '@millrace/db/like'
import { job, jobLog } from '@millrace/db/schema/jobs'
import { processingStep } from '@millrace/db/schema/processing-steps'
import { type SQL, sql } from 'drizzle-orm'

/**
 * Selects jobs with a parameter value. The search term is a value, or a name and a value, such as `window = 5`. A name
 * with an empty value, such as `window=`, finds all jobs that set the parameter. Members of nested objects, such as the
 * variables of a workflow, count as parameters. A name can be the parameter's name or its title in forms. If the term
 * has both a name and a value, the schema's defaults are searched too, for jobs that do not override them.
 */
export function hasParameter(text: string): SQL {
  const { name, value } = parameterOf(text)
  const given = membersOf(sql`${job.parameters}`)
  if (name === undefined) return sql`exists (select from ${given} where ${hasValue(value)})`
  const named = sql`(${isNamed(sql`key`, name)} or (${job.stepId}, key) in (${titled(name)}))`
  if (value === '') return sql`exists (select from ${given} where ${named})`
  const byDefault = sql`${job.stepId} in (
    select ${processingStep.id} from ${processingStep}, ${PROPERTIES}
    where (${isNamed(sql`key`, name)} or ${isNamed(sql`value->>'title'`, name)}) and ${hasValue(value, DEFAULT)})`
  return sql`(exists (select from ${given} where ${named} and ${hasValue(value)})
    or ${byDefault} and not exists (select from ${given} where ${named}))`
}

/** Selects jobs whose log or error contains the search term, case-insensitively. */
export function hasLogged(text: string): SQL {
  return sql`(${includes(sql`${job.error}`, text)} or exists (
    select from ${jobLog}, jsonb_array_elements(${jobLog.lines}) as line
    where ${jobLog.jobId} = ${job.id} and ${includes(sql`line->>2`, text)}))`
}

/**
 * Splits a search term such as `window = 5` into name and value. Without a name before an equals sign, the whole term
 * is a value.
 */
function parameterOf(text: string): { name: string | undefined; value: string } {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(at, 0)).trim()
  return name === '' ? { name: undefined, value: text.trim() } : { name, value: text.slice(at + 1).trim() }
}

const PROPERTIES = sql`json_each(
  case json_typeof(${processingStep.parameterSchema}->'properties') when 'object' then ${processingStep.parameterSchema}->'properties' end) as property`

/**
 * The step's `defaultParameters` need not be searched, because they are copied into a job's parameters when the job
 * starts.
 */
const DEFAULT = sql`(property.value->'default')::jsonb`

function titled(name: string): SQL {
  return sql`select ${processingStep.id}, property.key from ${processingStep}, ${PROPERTIES} where ${isNamed(sql`property.value->>'title'`, name)}`
}

/** Returns the members of an object and of all nested objects, as rows of `key` and `value`. */
function membersOf(json: SQL): SQL {
  return sql`(select found->>'key' as key, found->'value' as value
    from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "object").keyvalue()') as found) as member`
}

/**
 * Returns SQL that is true if a parameter has the name. Both `bin_width` and “Bin width” are its names, because forms
 * may show the second one.
 */
function isNamed(key: SQL, name: string): SQL {
  return sql`replace(lower(${key}), '_', ' ') = replace(lower(${name}), '_', ' ')`
}

/** How job pages show booleans. Job pages also show numbers with a unit, which `UNIT` recognizes. */
const TRUTHS = new Map([
  ['yes', 'true'],
  ['no', 'false'],
])
const UNIT = /^([+-]?[\d.]+(?:e[+-]?\d+)?)\s+\D\S*$/i

/**
 * Returns SQL that is true if a value matches the search term. Equal numbers and booleans match, so 5 finds 5.0 but not
 * 15. A string matches if it contains the term, and an array if an item matches. Objects never match, because their
 * members count as parameters.
 */
function hasValue(wanted: string, value = sql`value`): SQL {
  const number = Number(UNIT.exec(wanted)?.[1] ?? wanted)
  const truth = TRUTHS.get(wanted.toLowerCase()) ?? wanted.toLowerCase()
  const asNumber = Number.isFinite(number) ? sql`(item #>> '{}')::float8 = ${number}::float8` : sql`false`
  return sql`exists (select from jsonb_path_query(${value}, 'lax $[*]') as item where case jsonb_typeof(item)
    when 'number' then ${asNumber}
    when 'string' then ${includes(sql`item #>> '{}'`, wanted)}
    when 'object' then false
    else item::text = ${truth} end)`
}
