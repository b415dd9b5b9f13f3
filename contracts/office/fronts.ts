/** Fronts of a publication in its office. A front has one draft for all; `makeFrontPreview` shows it as a page. */
import { z } from 'zod'
import { FrontEdits, FrontPath, FrontView } from '../content/front-edits.ts'
import { Instant } from '../content/values.ts'
import { contract } from '../kernel/endpoint.ts'
import { ArticleRow, Person } from './values.ts'

const Draft = z.object({
  by: Person,
  at: Instant,
  /** Edits that differ from the published ones. */
  changes: z.number().int(),
})

/** A front with its draft, or as it is published if there is none. */
export const OfficeFront = FrontView.extend({
  /** Of the draft; it only rises, also over publishing and dropping. */
  revision: z.number().int(),
  /** Null: there is none. */
  draft: Draft.nullable(),
  /** In force; `slots` and `states` are those of these. */
  edits: FrontEdits,
  published: z.object({ edits: FrontEdits, by: z.string().nullable(), at: Instant.nullable() }),
  /** The articles that edits and the folder's pins name, as far as the office knows them. */
  articles: z.array(ArticleRow),
})
export type OfficeFront = z.infer<typeof OfficeFront>

const LaterRevision = { 404: 'NOT_FOUND', 409: 'LATER_REVISION' } as const
const OnRevision = z.object({ path: FrontPath, revision: z.number().int().min(0) })

export const OFFICE_FRONTS = contract({
  listFronts: {
    method: 'GET',
    path: '/fronts',
    summary: 'The home page and the sections that the person may edit',
    answer: z.object({
      fronts: z.array(
        z.object({
          path: z.string(),
          /** '' for the home page. */
          name: z.string(),
          isListed: z.boolean(),
          /** Published edits in force. */
          edits: z.number().int(),
          /** When the next of them ends. */
          nextEnd: Instant.nullable(),
          draft: Draft.nullable(),
        }),
      ),
    }),
  },
  getFront: {
    method: 'GET',
    path: '/front',
    summary: 'A front with its blocks, what they show, its edits and their state',
    query: z.object({ path: FrontPath.default('') }),
    answer: OfficeFront,
    problems: { 404: 'NOT_FOUND' },
  },
  saveFrontDraft: {
    method: 'PUT',
    path: '/front/draft',
    summary:
      'Saves the draft. `was` are the edits it was made from; what others saved meanwhile is merged with it, field by field of each edit. Readers see nothing of it',
    body: z.object({ path: FrontPath, was: FrontEdits, edits: FrontEdits }),
    answer: OfficeFront,
    problems: { 404: 'NOT_FOUND', 422: 'TOO_MANY' },
  },
  publishFront: {
    method: 'POST',
    path: '/front/publish',
    summary: 'Shows the draft to readers; a later one is refused and stays a draft',
    body: OnRevision,
    answer: OfficeFront,
    problems: LaterRevision,
  },
  dropFrontDraft: {
    method: 'POST',
    path: '/front/drop',
    summary: 'Drops the draft: the front is edited from what is published; a later one is refused',
    body: OnRevision,
    answer: OfficeFront,
    problems: LaterRevision,
  },
})
