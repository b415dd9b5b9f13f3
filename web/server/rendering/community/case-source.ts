/** Finds the service for a report or complaint; null if the publication does not have the room. */
import type { CASES } from '@lokalteil/contracts/community/moderation'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { ReportedKind } from '@lokalteil/domain/community/case-paths'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CaseApi } from '../../../app/page/rooms/room-api.ts'
import type { CommunitySource } from './community-source.ts'

export type CaseClient = Client<typeof CASES>
/** Kinds of texts whose reports, decisions and complaints the service of a room takes (`platform/moderation`). */
export type RoomCases = {
  kinds: readonly ReportedKind[]
  /** Null: the publication does not have the room. */
  clientOf: (code: PublicationCode) => CaseClient | null
}

export type CaseSource = {
  of: (code: PublicationCode) => CaseApi
  clientOf: (code: PublicationCode, kind: ReportedKind) => CaseClient | null
}

export type CaseSourceOptions = {
  community: Pick<CommunitySource, 'clientOf'>
  ofRooms: readonly RoomCases[]
}

const OFF = { ok: false, status: 404 } as const

export function createCaseSource({ community, ofRooms }: CaseSourceOptions): CaseSource {
  function clientOf(code: PublicationCode, kind: ReportedKind): CaseClient | null {
    switch (kind) {
      case 'comment':
      case 'review':
        return community.clientOf(code)
      default:
        return ofRooms.find(({ kinds }) => kinds.includes(kind))?.clientOf(code) ?? null
    }
  }
  return {
    clientOf,
    of: (code) => ({
      async getReported({ kind, id }) {
        return (await clientOf(code, kind)?.getReported({ body: { target: { kind, id } } })) ?? OFF
      },
      async getStatement(kind, token) {
        const found = await clientOf(code, kind)?.getStatement({ body: { token } })
        // A truncated link is invalid.
        return found === undefined || (!found.ok && [400, 422].includes(found.status)) ? OFF : found
      },
    }),
  }
}
