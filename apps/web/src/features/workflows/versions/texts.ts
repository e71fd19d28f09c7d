/* The texts of features/workflows/versions. */

export const onlyPositionsDiffer = 'Only positions differ.'
export const changes = 'Changes'
export const changesSinceVersion = 'Changes since version {version}'
export const close = 'Close'
export const thatVersionIsntAWorkflowDefinition = 'That version isn’t a workflow definition.'
export const theVersionCouldNotBeLoaded = 'The version could not be loaded'
export const versions = 'Versions'
export const version = 'Version {version}'
export const compare = 'Compare'
export const compareWithVersion = 'Compare with version {version}'
export const open = 'Open'
export const openVersion = 'Open version {version}'
