import { job, jobLog } from '@millrace/db/schema/jobs'
import { processingStep } from '@millrace/db/schema/processing-steps'
import { type SQL, sql } from 'drizzle-orm'

/**
 * Jobs with a parameter that has a value. The text is a value, or a name and a value such as `window = 5`; `window =`
 * finds all jobs that configure it. Parameters within objects count, such as the variables of a workflow. A name
 * is the parameter's or its title in forms. With a name, the defaults of the step count where the job does not override
 * them.
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

/** Jobs whose log or error contains the text; case-insensitive. */
export function hasLogged(text: string): SQL {
  return sql`(${contains(sql`${job.error}`, text)} or exists (
    select from ${jobLog}, jsonb_array_elements(${jobLog.lines}) as line
    where ${jobLog.jobId} = ${job.id} and ${contains(sql`line->>2`, text)}))`
}

/** The name and value in a text such as `window = 5`. Without an equals sign, the text is a value. */
function parameterOf(text: string): { name: string | undefined; value: string } {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(at, 0)).trim()
  return name === '' ? { name: undefined, value: text.trim() } : { name, value: text.slice(at + 1).trim() }
}

/** The properties of a step's parameters, as rows of `key` and `value`. */
const PROPERTIES = sql`json_each(
  case json_typeof(${processingStep.parameterSchema}->'properties') when 'object' then ${processingStep.parameterSchema}->'properties' end) as property`

/** A default in the step's schema. Those in its `defaultParameters` become parameters of each job when it starts. */
const DEFAULT = sql`(property.value->'default')::jsonb`

/** The steps and parameters that forms show under a name. */
function titled(name: string): SQL {
  return sql`select ${processingStep.id}, property.key from ${processingStep}, ${PROPERTIES} where ${isNamed(sql`property.value->>'title'`, name)}`
}

/** The members of an object and of all objects in it, as rows of `key` and `value`. */
function membersOf(json: SQL): SQL {
  return sql`(select found->>'key' as key, found->'value' as value
    from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "object").keyvalue()') as found) as member`
}

/** Forms may show `bin_width` as “Bin width”, so both are names of the parameter. */
function isNamed(key: SQL, name: string): SQL {
  return sql`replace(lower(${key}), '_', ' ') = replace(lower(${name}), '_', ' ')`
}

/** Numbers and truth values are compared as such, so that 5 finds 5.0 but not 15; other values by what they contain. */
function hasValue(wanted: string, value = sql`value`): SQL {
  const asNumber = Number.isFinite(Number(wanted))
    ? sql`(${value} #>> '{}')::float8 = ${Number(wanted)}::float8`
    : sql`false`
  return sql`case jsonb_typeof(${value})
    when 'number' then ${asNumber}
    when 'boolean' then ${value}::text = lower(${wanted})
    when 'null' then lower(${wanted}) = 'null'
    when 'string' then ${contains(sql`${value} #>> '{}'`, wanted)}
    else ${contains(sql`${value}::text`, wanted)} end`
}

function contains(text: SQL, part: string): SQL {
  return sql`strpos(lower(${text}), lower(${part})) > 0`
}
