import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { ORIGIN, type TestClient } from './client.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Ceremony {
  origin?: string
  rpId?: string
  /** Whether the authenticator asks for a PIN or biometrics. */
  verifiesUser?: boolean
}

/** An authenticator that holds one passkey. It follows the encoding of WebAuthn level 2 with ES256. */
export class SoftwarePasskey {
  readonly id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #uses = 0

  /** Adds the passkey to the account that is signed in. */
  async registers(client: TestClient, body: object, ceremony: Ceremony = {}): Promise<Response> {
    const options = await client.get('/api/auth/passkey/generate-register-options')
    const { challenge } = (await options.json()) as { challenge: string }
    const jwk = this.#keys.publicKey.export({ format: 'jwk' })
    const coordinates = [jwk.x, jwk.y].map((text) => Buffer.from(text ?? '', 'base64url'))
    const key = Buffer.concat([hex('a5010203262001215820'), coordinates[0]!, hex('225820'), coordinates[1]!])
    const credential = Buffer.concat([Buffer.alloc(16), hex('0010'), this.id, key])
    const data = Buffer.concat([this.#data(HAS_CREDENTIAL, ceremony), credential])
    const length = Buffer.from([0x58, data.length])
    const attestation = Buffer.concat([
      hex('a3'),
      text('fmt'),
      text('none'),
      text('attStmt'),
      hex('a0'),
      text('authData'),
      length,
      data,
    ])
    const response = {
      clientDataJSON: clientData('webauthn.create', challenge, ceremony).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    }
    return client.post('/api/auth/passkey/verify-registration', { ...body, response: this.#credential(response) })
  }

  async signsIn(client: TestClient, ceremony: Ceremony = {}): Promise<Response> {
    return client.post('/api/auth/passkey/verify-authentication', await this.answer(client, ceremony))
  }

  /** Requests a challenge for this client and returns the body of the sign-in request. */
  async answer(client: TestClient, ceremony: Ceremony = {}) {
    const options = await client.get('/api/auth/passkey/generate-authenticate-options')
    const { challenge } = (await options.json()) as { challenge: string }
    const data = this.#data(0, ceremony)
    const json = clientData('webauthn.get', challenge, ceremony)
    const signed = Buffer.concat([data, createHash('sha256').update(json).digest()])
    const response = {
      clientDataJSON: json.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    }
    return { response: this.#credential(response) }
  }

  #credential(response: object) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #data(flags: number, { rpId = 'localhost', verifiesUser = true }: Ceremony): Buffer {
    const counter = Buffer.alloc(4)
    this.#uses += 1
    counter.writeUInt32BE(this.#uses)
    const all = flags | USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter])
  }
}

function clientData(type: string, challenge: string, { origin = ORIGIN }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function hex(bytes: string): Buffer {
  return Buffer.from(bytes, 'hex')
}

/** Encodes a string of up to 23 bytes in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}
