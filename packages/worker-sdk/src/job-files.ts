/** Names of the files in a job's folder: the inputs that the worker downloads and the outputs that it stores. */
export const INPUT_PREFIX = '.input-'
export const OUTPUT_PREFIX = '.output-'
