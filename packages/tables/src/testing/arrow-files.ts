import { CompressionType, compressionRegistry, RecordBatchFileWriter, type Table, tableFromArrays } from 'apache-arrow'
import { compressFrameSync } from 'lz4-napi'

/** Returns an Arrow file, compressed with LZ4 like those that pandas and R write. */
export function arrowFile(columns: Parameters<typeof tableFromArrays>[0] | Table): Buffer {
  compressionRegistry.set(CompressionType.LZ4_FRAME, {
    ...compressionRegistry.get(CompressionType.LZ4_FRAME),
    encode: (bytes) => compressFrameSync(Buffer.from(bytes)),
  })
  const table = 'schema' in columns ? (columns as Table) : tableFromArrays(columns)
  const writer = new RecordBatchFileWriter({ compressionType: CompressionType.LZ4_FRAME })
  return Buffer.from(writer.writeAll(table).toUint8Array(true))
}
