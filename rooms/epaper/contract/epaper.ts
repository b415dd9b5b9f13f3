/**
 * The e-paper (R1-53, R1-17, R6-08): issues of a printed paper by edition and day, with page pictures, zones and texts.
 * Public: lists, titles, teasers and a small front page. The rest requires the service key; its holder must ask on
 * behalf of a reader only for what `canOpenIssue` of `domain/issues` allows.
 */
export * from './files.ts'
export * from './internal-endpoints.ts'
export * from './public-endpoints.ts'
export * from './values.ts'

/** Base address: `/__services/epaper/{publication}`. */
export const EPAPER_INFO = {
  title: 'E-paper',
  description:
    'Issues by edition and day. Pictures, the PDF and the delivery of an issue are bytes: their addresses stand in docs/epaper.md.',
  version: '1',
  base: '/epaper/{publication}',
} as const
