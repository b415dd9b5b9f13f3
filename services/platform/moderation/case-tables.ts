/** Tables of reports and decisions, which each service with texts of readers has in its own schema. */
import type { ModerationAction, ModerationGround, ModerationSource } from '@lokalteil/domain/community/moderation'

/** The text or picture of a report or decision; ids are the service's own. */
export type CaseTarget = { kind: string; id: string }

export type ReportRow = {
  publication: string
  id: string
  kind: string
  target: string | number
  ground: ModerationGround
  explanation: string
  name: string
  email: string
  requester: string
  at: Date
  closed_at: Date | null
}
export type DecisionRow = {
  publication: string
  id: string
  kind: string
  target: string | number
  action: ModerationAction
  ground: ModerationGround | null
  facts: string
  source: ModerationSource
  decided_by: string
  at: Date
  complaint_at: Date | null
  complaint_text: string | null
  /** Null: the complaint is open, or there is none. */
  outcome: 'upheld' | 'reversed' | null
  answer: string | null
  answered_by: string | null
  answered_at: Date | null
}

/** Used in migrations, so never changed, only followed by others. */
export const toCaseTables = (reports: string, decisions: string): readonly string[] => {
  const index = (table: string, on: string) =>
    `create index ${table.replace(/^\w+\./, '')}_${on.replace(/\W.*/, '')} on ${table} (${on})`
  return [
    `create table ${reports} (
      publication text not null, id text primary key, kind text not null, target text not null, ground text not null,
      explanation text not null, name text not null, email text not null, requester text not null,
      at timestamptz not null, closed_at timestamptz
    )`,
    index(reports, 'target, kind'),
    index(reports, 'publication, at'),
    index(reports, 'email, publication'),
    `create table ${decisions} (
      publication text not null, id text primary key, kind text not null, target text not null, action text not null,
      ground text, facts text not null, source text not null, decided_by text not null, at timestamptz not null,
      complaint_at timestamptz, complaint_text text, outcome text, answer text, answered_by text, answered_at timestamptz
    )`,
    index(decisions, 'target, kind'),
    index(decisions, 'publication, at'),
    `${index(decisions, 'complaint_at, publication')} where complaint_at is not null`,
  ]
}
