/** Paths of the forms for reports (open to everybody) and for complaints (for the author of a removed text). */
export const REPORT_FORMS = '/melden/'
export const COMPLAINT_FORMS = '/widerspruch/'

export const REPORTED_KINDS = ['comment', 'review', 'entry', 'listing'] as const
/** `entry`: of a book of condolence; `listing`: a home or a job. */
export type ReportedKind = (typeof REPORTED_KINDS)[number]

export const isReportedKind = (text: string): text is ReportedKind =>
  (REPORTED_KINDS as readonly string[]).includes(text)

export const toReportPath = (kind: ReportedKind, id: string): string => `${REPORT_FORMS}${kind}/${id}`
/** The link in the mail about a decision. The token proves that its holder received that mail. */
export const toComplaintPath = (kind: ReportedKind, token: string): string => `${COMPLAINT_FORMS}${kind}/${token}`
