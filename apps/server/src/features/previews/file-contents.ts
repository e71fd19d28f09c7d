import type { NodePreviewProperties } from '@millrace/contracts/hierarchies'
import type { EntryPreviewProperties } from '@millrace/contracts/previews'
import { entryPreview } from './entry-preview.ts'
import type { PreviewFile } from './preview-file.ts'
import type { PreviewLanes } from './preview-lanes.ts'
import type { ArchiveFile, ArchiveListing, HierarchyListing, PictureFacts } from './preview-task.ts'

/** Reads files other than tables and text: archives, images, and files that contain arrays, such as HDF5 files. */
export function fileContents({ quick, pictures, contents }: Pick<PreviewLanes, 'quick' | 'pictures' | 'contents'>) {
  return {
    archive: (account: string, file: PreviewFile): Promise<ArchiveListing> =>
      quick.run(account, { kind: 'archive', ...archiveFile(file) }),

    entry: async (account: string, file: PreviewFile, index: number): Promise<EntryPreviewProperties> =>
      entryPreview(await quick.run(account, { kind: 'entry', ...archiveFile(file), index })),

    picture: (account: string, { path, name }: PreviewFile, page: number): Promise<PictureFacts> =>
      pictures.run(account, { kind: 'picture', path, name, page }),

    async drawing(
      account: string,
      { path, name }: PreviewFile,
      { page, sideMost }: { page: number; sideMost: number },
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { webp } = await pictures.run(account, { kind: 'drawing', path, name, page, sideMost })
      return Uint8Array.from(Buffer.from(webp, 'base64'))
    },

    hierarchy: (account: string, { path, name }: PreviewFile): Promise<HierarchyListing> =>
      contents.run(account, { kind: 'hierarchy', path, name }),

    node: (account: string, { path, name }: PreviewFile, node: string): Promise<NodePreviewProperties> =>
      contents.run(account, { kind: 'node', path, name, node }),
  }
}

function archiveFile({ path, name, mediaType, sizeInBytes }: PreviewFile): ArchiveFile {
  return { path, name, mediaType, sizeInBytes }
}
