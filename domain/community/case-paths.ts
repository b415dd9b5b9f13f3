/** Where anybody reports something, and where whoever published it complains about a decision. */
export const REPORT_FORMS = '/melden/'
export const COMPLAINT_FORMS = '/widerspruch/'

export const REPORTED_KINDS = ['comment', 'review', 'entry', 'listing'] as const
/** `entry`: of a book of condolence; `listing`: a home or a job. */
export type ReportedKind = (typeof REPORTED_KINDS)[number]

export const isReportedKind = (text: string): text is ReportedKind =>
  (REPORTED_KINDS as readonly string[]).includes(text)

export const toReportPath = (kind: ReportedKind, id: string): string => `${REPORT_FORMS}${kind}/${id}`
/** The link of a mail; who has it is who the decision was told to. */
export const toComplaintPath = (kind: ReportedKind, token: string): string => `${COMPLAINT_FORMS}${kind}/${token}`
