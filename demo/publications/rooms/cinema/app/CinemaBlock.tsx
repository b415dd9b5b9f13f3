/** The next day's showings on a front: `- { block: extension, name: cinema }` in front.yaml. */
import { askRoom, BlockHeading, defineBlock } from '@lokalteil/web/app/extension'
import type { CINEMA_CALLS } from '../contract/cinema.ts'
import { cinemaTexts } from './cinema-texts.ts'
import { ShowingList } from './ShowingList.tsx'

const MOST = 6

export default defineBlock({
  name: 'cinema',
  /** None; a schema of zod/mini would say which (extensions/wochentermine.tsx of the demo). */
  options: { '~standard': { validate: () => ({ value: {} }) } },
  async load(context) {
    const found = await askRoom<typeof CINEMA_CALLS>(context)('GET /api/rooms/cinema/programme')
    // An error leaves the block out of the page and is logged.
    if (!found.ok) throw new Error(`The programme is not there: ${found.status}`)
    const [first] = found.data.showings
    return found.data.showings.filter(({ day }) => day === first?.day).slice(0, MOST)
  },
  Component: ({ heading, data }) => (
    <>
      <BlockHeading title={heading === '' ? cinemaTexts.today : heading} target="/kino" />
      {data.length === 0 ? <p>{cinemaTexts.empty}</p> : <ShowingList showings={data} />}
    </>
  ),
})
