import { isValid } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { RJSFSchema, ValidationData, ValidatorType } from '@rjsf/utils'
import type { Parameters } from './defaults.ts'

/**
 * rjsf uses a validator to show errors and to decide which branch of a `oneOf` or `anyOf` the data matches. The form
 * finds and shows faults itself (with `faultsOf`), so this validator reports none.
 */
export const rjsfValidator: ValidatorType<Parameters, RJSFSchema> = {
  validateFormData: (): ValidationData<Parameters> => ({ errors: [], errorSchema: {} }),

  isValid(schema, formData, rootSchema) {
    return isValid(schema as JsonSchema, formData, rootSchema as JsonSchema)
  },

  rawValidation: () => ({ errors: [] }),
}
