/**
 * Delivers documents of rooms to their service, once for each publication; a service that is away stops the import.
 */
import type { ClientOptions } from '@lokalteil/contracts/kernel/client'
import type { Problem } from '@lokalteil/contracts/kernel/problem'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { ALL_ROOM_FORMATS } from '../formats/all-rooms.ts'
import type { RoomDocument } from '../parsed-document.ts'
import type { RoomFormats } from '../room-formats.ts'
import { AWAY, DeliveryStopped, type DeliveryResult } from './deliver.ts'

/** How a service of a publication is called; `service` as in `RoomFormats`. */
export type RoomServices = (publication: PublicationCode, service: string) => ClientOptions

export type RoomDelivery = { deliver: (document: RoomDocument) => Promise<DeliveryResult> }

export function formatsOf({ room }: RoomDocument): RoomFormats {
  return ALL_ROOM_FORMATS.find(({ name }) => name === room)!
}

/**
 * `servicesOf` undefined: everything is refused. The result is that of the first publication, unless another one refused
 * or changed something.
 */
export function createRoomDelivery(
  publications: readonly PublicationCode[],
  servicesOf: RoomServices | undefined,
): RoomDelivery {
  return {
    async deliver(document) {
      if (servicesOf === undefined) return toRefused(document.sourceId, 'nobody here takes what belongs to a room')
      const results: DeliveryResult[] = []
      for (const code of publications) results.push(await send(document, code, servicesOf))
      const decisive = results.find(({ outcome }) => outcome === 'refused')
      return decisive ?? results.find(({ outcome }) => outcome !== 'unchanged') ?? results[0]!
    },
  }
}

/** Writes nothing. */
export const DRY_ROOM_DELIVERY: RoomDelivery = {
  async deliver(document) {
    const { outcome, reason } = formatsOf(document).toDryOutcome?.(document.delivery) ?? CREATED
    return { sourceId: document.sourceId, outcome, id: null, reason }
  },
}
const CREATED = { outcome: 'created', reason: '' } as const

async function send(document: RoomDocument, code: PublicationCode, servicesOf: RoomServices): Promise<DeliveryResult> {
  const { sourceId, delivery } = document
  const { name, service, deliver } = formatsOf(document)
  const answer = await deliver(servicesOf(code, service), delivery)
  if (!answer.ok) return refuse(sourceId, name, answer.status, answer.problem)
  if (answer.data === undefined) return toRefused(sourceId, 'the service gave no answer about it')
  const { outcome, path, reason } = answer.data
  return { sourceId, outcome, id: path, reason }
}

function refuse(sourceId: string, what: string, status: number, { code, title, fields }: Problem): DeliveryResult {
  if (AWAY.has(status)) throw new DeliveryStopped(`the service of ${what} does not answer (${code}, ${title})`)
  const where = Object.entries(fields ?? {})
    .slice(0, 5)
    .map(([path, message]) => `${path} ${message}`)
    .join('; ')
  return toRefused(sourceId, `the service of ${what} refused it (${code}, ${title}${where === '' ? '' : `: ${where}`})`)
}

function toRefused(sourceId: string, reason: string): DeliveryResult {
  return { sourceId, outcome: 'refused', id: null, reason: reason.slice(0, 500) }
}
