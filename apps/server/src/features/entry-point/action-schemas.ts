import * as jobs from '@millrace/contracts/jobs'
import * as steps from '@millrace/contracts/processing-steps'
import * as workData from '@millrace/contracts/work-data'
import { z } from 'zod'

const TYPES: Record<string, z.ZodType> = {
  JobQueryParameters: jobs.JobQueryParameters,
  CreateJobParameters: jobs.CreateJobParameters,
  CreateSubJobParameters: jobs.CreateSubJobParameters,
  RapidJobSetupParameters: jobs.RapidJobSetupParameters,
  RenameJobParameters: jobs.RenameJobParameters,
  SelectProcessingParameters: jobs.SelectProcessingParameters,
  SetJobTagsParameters: jobs.SetJobTagsParameters,
  SetJobErrorStateParameters: jobs.SetJobErrorStateParameters,
  SelectWorkDataForDataSlotParameters: jobs.SelectWorkDataForDataSlotParameters,
  SelectWorkDataCollectionForDataSlotParameters: jobs.SelectWorkDataCollectionForDataSlotParameters,
  ProcessingStepQueryParameters: steps.ProcessingStepQueryParameters,
  SetProcessingStepTagsParameters: steps.SetProcessingStepTagsParameters,
  SetProcessingStepTitleParameters: steps.SetProcessingStepTitleParameters,
  WorkDataQueryParameters: workData.WorkDataQueryParameters,
  WorkDataUsedTagsFilterParameter: workData.WorkDataUsedTagsFilterParameter,
  SetNameWorkDataParameters: workData.SetNameWorkDataParameters,
  SetCommentWorkDataParameters: workData.SetCommentWorkDataParameters,
  SetTagsWorkDataParameters: workData.SetTagsWorkDataParameters,
}

/** JSON Schemas of all action parameters as text, by lower-cased type name. Action fields name them in their class. */
export const actionSchemas: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES).map(([name, type]) => [
    name.toLowerCase(),
    JSON.stringify({ ...z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }), title: name }),
  ]),
)
