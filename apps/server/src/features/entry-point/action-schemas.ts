import { CommentParameters } from '@millrace/contracts/comments'
import { ContinueExecutionParameters } from '@millrace/contracts/executions'
import { ReadNodeParameters } from '@millrace/contracts/hierarchies'
import * as jobs from '@millrace/contracts/jobs'
import { ReadJsonParameters } from '@millrace/contracts/json-trees'
import {
  CompareTablesParameters,
  DescribeColumnParameters,
  QueryTablesParameters,
  ReadEntryParameters,
  ReadPageParameters,
  ReadRowsParameters,
} from '@millrace/contracts/previews'
import * as steps from '@millrace/contracts/processing-steps'
import { ChartRowsParameters } from '@millrace/contracts/table-charts'
import * as workData from '@millrace/contracts/work-data'
import { withoutNull } from '@millrace/parameters/without-null'
import { z } from 'zod'

const TYPES: Record<string, z.ZodType> = {
  JobQueryParameters: jobs.JobQueryParameters,
  AdminJobQueryParameters: jobs.AdminJobQueryParameters,
  SetJobsErrorStateParameters: jobs.SetJobsErrorStateParameters,
  CreateJobParameters: jobs.CreateJobParameters,
  CreateSubJobParameters: jobs.CreateSubJobParameters,
  RapidJobSetupParameters: jobs.RapidJobSetupParameters,
  FindIdenticalJobParameters: jobs.FindIdenticalJobParameters,
  StartSweepParameters: jobs.StartSweepParameters,
  RenameJobParameters: jobs.RenameJobParameters,
  SelectProcessingParameters: jobs.SelectProcessingParameters,
  SetJobTagsParameters: jobs.SetJobTagsParameters,
  CopyJobToOrgParameters: jobs.CopyJobToOrgParameters,
  SetJobErrorStateParameters: jobs.SetJobErrorStateParameters,
  SelectWorkDataForDataSlotParameters: jobs.SelectWorkDataForDataSlotParameters,
  SelectWorkDataCollectionForDataSlotParameters: jobs.SelectWorkDataCollectionForDataSlotParameters,
  ProcessingStepQueryParameters: steps.ProcessingStepQueryParameters,
  AdminProcessingStepQueryParameters: steps.ProcessingStepQueryParameters,
  CreateProcessingStepParameters: steps.CreateProcessingStepParameters,
  DeprecatePsActionParameters: steps.DeprecatePsActionParameters,
  AssignCodeHashParameters: steps.AssignCodeHashParameters,
  CopyPsFromUserToOrgActionParameters: steps.CopyPsFromUserToOrgActionParameters,
  SuspendAllDeploymentsParameters: steps.SuspendAllDeploymentsParameters,
  RunExampleParameters: steps.RunExampleParameters,
  SetProcessingStepTagsParameters: steps.SetProcessingStepTagsParameters,
  SetProcessingStepTitleParameters: steps.SetProcessingStepTitleParameters,
  WorkDataQueryParameters: workData.WorkDataQueryParameters,
  AdminWorkDataQueryParameters: workData.AdminWorkDataQueryParameters,
  UploadWorkDataParameters: workData.UploadWorkDataParameters,
  UploadFromUrlParameters: workData.UploadFromUrlParameters,
  CopyWorkDataFromUserToOrgActionParameters: workData.CopyWorkDataFromUserToOrgActionParameters,
  WorkDataUsedTagsFilterParameter: workData.WorkDataUsedTagsFilterParameter,
  AddVersionParameters: workData.AddVersionParameters,
  CreateArchiveParameters: workData.CreateArchiveParameters,
  FindSameNamesParameters: workData.FindSameNamesParameters,
  SetNameWorkDataParameters: workData.SetNameWorkDataParameters,
  SetCommentWorkDataParameters: workData.SetCommentWorkDataParameters,
  SetMediaTypeWorkDataParameters: workData.SetMediaTypeWorkDataParameters,
  SetTagsWorkDataParameters: workData.SetTagsWorkDataParameters,
  CompareTablesParameters,
  ReadEntryParameters,
  ReadJsonParameters,
  ReadNodeParameters,
  ReadPageParameters,
  DescribeColumnParameters,
  QueryTablesParameters,
  ChartRowsParameters,
  ReadRowsParameters,
  ContinueExecutionParameters,
  CommentParameters,
}

/** JSON Schemas of all action parameters as strings, by lowercase type name. */
export const actionSchemas: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES).map(([name, type]) => [name.toLowerCase(), schemaText(name, type)]),
)

function schemaText(name: string, type: z.ZodType): string {
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return JSON.stringify({ ...withoutNull(schema), title: name })
}
