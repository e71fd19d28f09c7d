import { gunzipSync } from 'node:zlib'
import { File, ready } from 'h5wasm'

/** Builds an HDF5 file. */
export async function hdf5File(fill: (file: File) => void): Promise<Buffer> {
  const { FS } = await ready
  const file = new File('/made.h5', 'w')
  fill(file)
  file.close()
  const bytes = Buffer.from(FS.readFile('/made.h5'))
  FS.unlink('/made.h5')
  return bytes
}

/**
 * A file by h5py with the data set `own` and two virtual ones: `here` reads `own`, and `there` reads a file that is
 * missing. h5wasm cannot write virtual data sets.
 */
export const VIRTUAL_HDF5 = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAACA+v0cHHj5ZLiYubgYICB/1AgIAHhG0DFZX5tCfX3cAliYqhgEkJWCANcTAyMDAxsfAxAijm/PG8zVCObAEiEtSQjtSh1PyNUjB' +
      '8kxgISus0EVSfPQAhkHGDdBnYCIwMjowgDAxMjIyMLVA5GM/MwMApwwPgKDKxAVzFzcQBdzMzIAPWlAMzAHQxDFrRuO5MADgvFDDbWbGRMQthw' +
      'AcNGmwUalxzAmGNhFoCGETiitgzNsFlionuBlmHDNITDpmV/ZBvDKBgFo2AUMEILM2ZoQeju7O/DiFRDQmtrBkdkDSCQD6rN9TJMGVISSxLB2h' +
      'mRjIUZycjECNUFrOsZOP4d34OkAAQsYMbCdLMA2w1EGrcx4YcdTEUA/2hcjoJRMApGwSgYBaNgFIyCUTAKRsEoGAXEAgBuyz0pEBgAAA==',
    'base64',
  ),
)
