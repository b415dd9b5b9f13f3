/** Today's showings on a front: `- { block: extension, name: cinema }` in front.yaml. */
import { askRoom, BlockHeading, defineBlock } from '@lokalteil/web/app/extension'
import * as z from 'zod/mini'
import type { CINEMA_CALLS } from '../contract/cinema.ts'
import { cinemaTexts } from './cinema-texts.ts'
import { ShowingList } from './ShowingList.tsx'

export default defineBlock({
  name: 'cinema',
  /** `count`: at most so many showings. */
  options: z.object({ count: z._default(z.int().check(z.minimum(1), z.maximum(20)), 6) }),
  async load({ options: { count }, ...context }) {
    const found = await askRoom<typeof CINEMA_CALLS>(context)('GET /api/rooms/cinema/programme')
    // An error leaves the block out of the page and is logged.
    if (!found.ok) throw new Error(`The programme is not there: ${found.status}`)
    const [first] = found.data.showings
    return found.data.showings.filter(({ day }) => day === first?.day).slice(0, count)
  },
  Component: ({ heading, data }) => (
    <>
      <BlockHeading title={heading === '' ? cinemaTexts.today : heading} target="/kino" />
      {data.length === 0 ? <p>{cinemaTexts.empty}</p> : <ShowingList showings={data} />}
    </>
  ),
})
