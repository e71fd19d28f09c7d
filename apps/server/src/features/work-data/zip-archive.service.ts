import { Readable } from 'node:stream'
import type { Storage } from '@millrace/storage/storage'
import { ZipFile } from 'yazl'

interface StoredFile {
  place: string
  sha256: string
  createdAt: Date
}

/**
 * Creates a ZIP archive while it is read, entry by entry. Files are not compressed, because most of them are compressed
 * already.
 */
export function zipArchive(storage: Pick<Storage, 'get'>) {
  const zip = new ZipFile()
  const content = zip.outputStream as Readable
  let reading: Readable | undefined
  zip.on('error', (error: Error) => content.destroy(error))
  content.once('close', () => reading?.destroy())

  function add(place: string, options: object, open: () => Promise<Readable>): void {
    zip.addReadStreamLazy(place, options, async (use) => {
      try {
        reading = await open()
        if (content.destroyed) reading.destroy()
        use(null, reading)
      } catch (error) {
        content.destroy(error as Error)
      }
    })
  }

  return {
    content,

    /** Adds a file. If its content is missing, reading the archive fails. */
    addFile({ place, sha256, createdAt, sizeInBytes: size }: StoredFile & { sizeInBytes: number }): void {
      add(place, { mtime: createdAt, size, compress: false }, () => storage.get(sha256))
    },

    /** Adds a file. If its content is missing, the entry is empty and `missing` is called. */
    addFileIfStored({ place, sha256, createdAt }: StoredFile, missing: () => void): void {
      add(place, { mtime: createdAt, compress: false, forceZip64Format: true }, () =>
        storage.get(sha256).catch(() => {
          missing()
          return Readable.from([])
        }),
      )
    },

    /** Adds text that is generated when the archive reaches the entry. */
    addText(place: string, mtime: Date, text: AsyncIterable<string> | Iterable<string>): void {
      add(place, { mtime, forceZip64Format: true }, async () => Readable.from(text))
    },

    /** Resolves to the archive's size, or to -1 if an entry is compressed or its size is unknown. */
    end(): Promise<number> {
      const { promise, resolve } = Promise.withResolvers<number>()
      zip.end(undefined, resolve as () => void)
      return promise
    },
  }
}
