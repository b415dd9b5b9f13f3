/** Tables of staff, sign-in, sessions and audit. Tokens are stored as digests only. */
import type { OfficeRole } from '@lokalteil/domain/office/acts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type StaffState = 'invited' | 'active' | 'locked' | 'removed'

export type PeopleTables = {
  'office.staff': {
    id: string
    name: string
    /** Null: the person was removed. */
    email: string | null
    password_hash: string | null
    state: StaffState
    is_demo: Generated<boolean>
    created_at: Date
    seen_at: Date | null
  }
  'office.grants': {
    staff: string
    publication: string
    role: OfficeRole
    may_publish: boolean
    sections: Json<string[]>
  }
  'office.passkeys': {
    id: string
    staff: string
    public_key: string
    counter: number
    transports: Json<string[]>
    name: string
    created_at: Date
  }
  /** `pending`: no code has proved it yet. Both are sealed. */
  'office.secrets': { staff: string; sealed: string | null; pending: string | null; last_step: Generated<number> }
  'office.recovery_codes': { staff: string; digest: string }
  'office.invitations': { staff: string; digest: string; invited_by: string; expires_at: Date }
  'office.sessions': {
    id: string
    digest: string
    staff: string
    /** `half`: the second factor is missing. */
    kind: 'half' | 'full'
    device: string
    created_at: Date
    seen_at: Date
    proved_at: Date
  }
  'office.devices': { digest: string; staff: string; seen_at: Date }
  'office.challenges': { digest: string; purpose: string; expires_at: Date }
  'office.windows': { key: string; count: number; until: Date }
  'office.tries': { key: string; count: number; paused_until: Date; forgotten_at: Date }
  'office.audit': {
    id: Generated<number>
    at: Date
    staff: string | null
    by_name: string
    network: string
    act: string
    publication: string | null
    target: string
    before: Json<unknown>
    after: Json<unknown>
  }
  'office.events': {
    id: Generated<number>
    at: Generated<Date>
    kind: string
    target: string
    publication: string | null
  }
}
