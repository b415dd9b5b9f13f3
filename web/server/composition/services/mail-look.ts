/** A publication's look for mails: without web fonts, which mail programs do not load. */
import {
  FAMILY_KINDS,
  type FontKind,
  isShippedFamily,
  toSystemStack,
} from '@lokalteil/domain/publication/font-families'
import type { MailLook } from '@lokalteil/services/mail/mail-page'
import type { PublicationLook } from '../../rendering/looks.ts'

export async function toMailLook({ resolved, brand }: Pick<PublicationLook, 'resolved' | 'brand'>): Promise<MailLook> {
  const { colours, fonts, headlines, kicker } = resolved
  const kindOf = (family: string): FontKind =>
    isShippedFamily(family)
      ? FAMILY_KINDS[family]
      : (fonts.families.find(({ name }) => name === family)?.fallback ?? 'serif')
  const { width, height, ground, letters } = brand.mailMark
  const mark = await brand.file('mail.png')
  return {
    colours: {
      page: colours.paperSunk,
      paper: colours.paper,
      ink: colours.ink,
      soft: colours.inkMuted,
      line: colours.line,
      accent: colours.accent,
      onAccent: colours.onAccent,
      kicker: colours.kicker,
      plus: colours.plus,
    },
    head: { ground, letters },
    fonts: { head: toSystemStack(kindOf(fonts.head)), text: toSystemStack(kindOf(fonts.text)) },
    headWeight: headlines.weight,
    hasCapitalKickers: kicker.capitals,
    wordmark: mark === null ? null : { bytes: mark.bytes, width, height },
  }
}
