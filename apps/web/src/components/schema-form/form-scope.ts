import type { JsonSchema } from '@millrace/parameters/json-schema'
import { createContext, use } from 'react'
import type { SqlTable, TryQuery } from '#lib/sql-tables.ts'
import type { SlotColumns } from './columns.ts'
import type { Parameters } from './defaults.ts'

/** State of a form, passed by context, because rjsf renders a field again only when the field’s own data changes. */
export interface FormScope {
  /** Prefix of every DOM id in the form. */
  id: string
  /** The faults to show, by JSON pointer. */
  faults: ReadonlyMap<string, string>
  schema: JsonSchema | undefined
  value: Parameters
  defaults: Parameters
  columns: readonly SlotColumns[]
  tables: readonly SqlTable[]
  /** Runs a query on the first rows of the tables. Undefined if there are none. */
  tryQuery: TryQuery | undefined
  /** What the user searched for to find the step. */
  sought: string
  touch: (pointer: string) => void
  reset: (pointer: string) => void
}

export const FormScopeContext = createContext<FormScope | undefined>(undefined)

/** Returns the scope of the surrounding form. Throws outside of a `SchemaForm`. */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext)
  if (!scope) throw new Error('A parameter field must be inside a SchemaForm.')
  return scope
}

/** The attributes that connect the control of a field with its label and its note. */
export interface FieldScope {
  pointer: string
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
}

export const FieldScopeContext = createContext<FieldScope | undefined>(undefined)

/** Returns the scope of the surrounding field. Throws outside of a field. */
export function useFieldScope(): FieldScope {
  const scope = use(FieldScopeContext)
  if (!scope) throw new Error('A widget must be inside a field.')
  return scope
}

/** Returns the DOM id of the control at a JSON pointer, for labels and for focusing the control. */
export function controlId(formId: string, pointer: string): string {
  return `${formId}${pointer}`
}
