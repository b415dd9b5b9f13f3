/**
 * Data of the pages for reports (Art. 16 DSA) and complaints (Art. 20), and the parsing of their forms, by script or on
 * the server.
 */
import type { Reported, ReportInput, ToldStatement } from '@lokalteil/contracts/community/moderation'
import type { ReportedKind } from '@lokalteil/domain/community/case-paths'
import { MODERATION_GROUND_KEYS } from '@lokalteil/domain/community/moderation'

export type ReportTarget = { kind: ReportedKind; id: string }
/** `form`: the result of a form that was sent without scripts. */
export type ReportData = {
  target: ReportTarget
  /** Null: the text no longer exists. */
  reported: Reported | null
  form: { kind: 'sent'; number: string } | { kind: 'refused'; values: ReportValues; code: string } | null
}
export type ComplaintData = {
  kind: ReportedKind
  token: string
  told: ToldStatement
  /** Null: it was accepted, or nothing was sent. */
  refused: { text: string; code: string } | null
}

export type ReportValues = { ground: string; explanation: string; name: string; email: string; isGoodFaith: boolean }

export const NO_REPORT: ReportValues = { ground: '', explanation: '', name: '', email: '', isGoodFaith: false }

/** `report`: null if a required field is missing; the service validates the rest. */
export function readReport(form: { get: (name: string) => unknown }): {
  values: ReportValues
  report: ReportInput | null
} {
  const read = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const values = {
    ground: read('ground'),
    explanation: read('explanation'),
    name: read('name'),
    email: read('email'),
    isGoodFaith: read('faith') !== '',
  }
  const { explanation, name, email, isGoodFaith } = values
  const ground = MODERATION_GROUND_KEYS.find((key) => key === values.ground)
  if (ground === undefined || explanation === '' || email === '' || !isGoodFaith) return { values, report: null }
  return { values, report: { ground, explanation, name, email, isGoodFaith } }
}
