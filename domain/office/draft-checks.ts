/** Checks of a draft before it goes online. An obstacle blocks, unless a chief overrides an embargo; a hint does not. */

/** Characters above which a headline or a teaser text is too long for lists. */
export const HEADLINE_LENGTHS = { good: 64, most: 80 } as const
export const TEASER_LENGTHS = { good: 140, most: 220 } as const

export const OBSTACLES = ['noTitle', 'noSection', 'pictureWithoutCredit', 'rightsEnded', 'embargo', 'noText'] as const
export type Obstacle = (typeof OBSTACLES)[number]
export const HINTS = [
  'noAlternativeText',
  'longTitle',
  'longTeaser',
  'noTag',
  'noTeaser',
  'deadLink',
  'noAuthor',
  'pictureMayNotBeCut',
] as const
export type Hint = (typeof HINTS)[number]

type CheckedPicture = {
  altText: string
  credit: string
  /** Milliseconds; null: without end. */ rightsEnd: number | null
}

export type CheckedDraft = {
  title: string
  teaserText: string
  sectionPath: string
  /** Words of the text; blocks without words, such as a gallery, count as one. */
  words: number
  tags: number
  authors: number
  /** '' for the own newsroom. */
  source: string
  /** All pictures, the lead picture first. */
  pictures: readonly CheckedPicture[]
  /** Ends of the rights in pictures without texts of their own, such as posters of films, in milliseconds. */
  otherRightsEnds: readonly number[]
  /** Pages cut the lead picture, and its rights forbid it. */
  isCutWithoutRight: boolean
  /** Milliseconds; null: none. */
  embargo: number | null
  /** Links of the text to addresses of this site where no page is. */
  deadLinks: number
}

export type CheckResult = { obstacles: Obstacle[]; hints: Hint[] }

/** `now`: milliseconds. `sections`: paths of the publication. */
export function checkDraft(draft: CheckedDraft, sections: ReadonlySet<string>, now: number): CheckResult {
  const given = <Name extends string>(rows: readonly (readonly [Name, boolean])[]) =>
    rows.flatMap(([name, applies]) => (applies ? [name] : []))
  return {
    obstacles: given([
      ['noTitle', draft.title.trim() === ''],
      ['noSection', !sections.has(draft.sectionPath)],
      ['noText', draft.words === 0],
      ['pictureWithoutCredit', draft.pictures.some(({ credit }) => credit.trim() === '')],
      [
        'rightsEnded',
        [...draft.pictures.map(({ rightsEnd }) => rightsEnd), ...draft.otherRightsEnds].some(
          (end) => end !== null && end <= now,
        ),
      ],
      ['embargo', draft.embargo !== null && draft.embargo > now],
    ]),
    hints: given([
      ['noAlternativeText', draft.pictures.some(({ altText }) => altText.trim() === '')],
      ['longTitle', draft.title.length > HEADLINE_LENGTHS.most],
      ['longTeaser', draft.teaserText.length > TEASER_LENGTHS.most],
      ['noTeaser', draft.teaserText.trim() === ''],
      ['noTag', draft.tags === 0],
      ['noAuthor', draft.authors === 0 && draft.source === ''],
      ['deadLink', draft.deadLinks > 0],
      ['pictureMayNotBeCut', draft.isCutWithoutRight],
    ]),
  }
}
