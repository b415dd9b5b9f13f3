/** A passkey for tests: answers WebAuthn options as an authenticator with user verification does (ES256, no attestation). */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type Options = Record<string, unknown>

export type TestPasskey = {
  register: (options: Options) => Options
  assert: (options: Options, change?: { isVerified?: boolean; origin?: string }) => Options
}

export function createTestPasskey(origin: string): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const rpId = new URL(origin).hostname
  let counter = 0

  const toAuthData = (flags: number, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([digest(rpId), Buffer.from([flags]), count, more])
  }
  const toClientData = (type: string, { challenge }: Options, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  return {
    register(options) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, toCose(publicKey)])
      const authData = toAuthData(0x45, credential)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toClientData('webauthn.create', options).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    assert(options, { isVerified = true, origin: at } = {}) {
      counter++
      const authData = toAuthData(isVerified ? 0x05 : 0x01)
      const clientData = toClientData('webauthn.get', options, at)
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, digest(clientData)]), privateKey).toString('base64url'),
        },
      }
    },
  }
}

const digest = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}
