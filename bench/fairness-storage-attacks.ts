import { asSuperuser } from '../e2e/superuser.ts'
import { PLANS } from '../packages/contracts/src/limits.ts'
import { type Attack, type Attacker, FILLING, inParallel, request } from './fairness-attack.ts'

const MB = 1_000_000
const LEFT_MB = 100

/** Attacks on the disk. Most of the quota is used up beforehand, because filling it would take too long. */
export const STORAGE_ATTACKS: readonly Attack[] = [
  {
    name: `disk: 20 parallel uploads of 40 MB with ${LEFT_MB} MB of the quota left`,
    filesMb: LEFT_MB,
    async prepare(attacker) {
      await leaveStorage(attacker, LEFT_MB * MB)
      const upload = () => {
        const unique = crypto.getRandomValues(new Uint8Array(65_536))
        const body = new FormData()
        body.append('files', new File([unique, ...Array.from({ length: 10 }, () => FILLING)], 'flood.bin'))
        return body
      }
      return (signal) =>
        inParallel(20, signal, () =>
          request(attacker, '/api/WorkData/UploadWorkData', { method: 'POST', body: upload(), signal }),
        )
    },
  },
]

async function leaveStorage({ dataDirectory, client }: Attacker, bytes: number): Promise<void> {
  await asSuperuser(dataDirectory, (database) =>
    database.query(
      `update owner set used_bytes = $1
       where id = (select public_id from "user" where email = $2)`,
      [PLANS.free.storageBytes - bytes, client.email],
    ),
  )
}
