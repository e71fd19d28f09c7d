import { validatorOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { isRecord } from '@millrace/parameters/pointer'
import type { RJSFSchema, ValidationData, ValidatorType } from '@rjsf/utils'
import type { Parameters } from './defaults.ts'

/**
 * What rjsf needs a validator for besides showing errors: to tell which branch of a choice the data belongs to. Faults
 * are found and shown by the form itself (see faults.ts), so this one reports none.
 */
export const rjsfValidator: ValidatorType<Parameters, RJSFSchema> = {
  validateFormData: (): ValidationData<Parameters> => ({ errors: [], errorSchema: {} }),

  isValid(schema, formData, rootSchema) {
    return validatorOf(withDefinitions(schema, rootSchema)).validate(formData).valid
  },

  rawValidation: () => ({ errors: [] }),
}

/** A branch may refer to definitions of the whole schema. */
function withDefinitions(schema: RJSFSchema, root: RJSFSchema): JsonSchema {
  if (!isRecord(root.$defs) && !isRecord(root.definitions)) return schema as JsonSchema
  return { $defs: root.$defs, definitions: root.definitions, ...schema } as JsonSchema
}
