/** Metadata of the live stream, without the current title, which changes too often. */
import type { RadioView } from '@lokalteil/contracts/portal'
import type { ToMeta } from '../../page/page.ts'
import { radioTexts } from '../../messages/rooms/radio.ts'
import { toBreadcrumbList, toPublisher } from '../structured-data.ts'

export const meta: ToMeta<RadioView, 'radio'> = ({ title }, _route, { publication, origin }) => ({
  description: radioTexts.description(title),
  jsonLd: [
    {
      '@context': 'https://schema.org',
      '@type': 'BroadcastService',
      name: title,
      broadcastDisplayName: title,
      inLanguage: 'de',
      url: `${origin}/radio`,
      broadcaster: toPublisher(publication, origin),
    },
    toBreadcrumbList([{ label: radioTexts.title, path: '/radio' }], origin),
  ],
})
