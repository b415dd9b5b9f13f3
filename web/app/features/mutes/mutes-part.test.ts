import { expect, it } from 'vitest'
import { withPlacesIn } from './mutes-part.ts'

const node = (id: string, children: ReturnType<typeof place>[] = []) => ({ ...place(id), children })
const place = (id: string) => ({ id, label: id, target: `/${id}`, icon: '', children: [] as never[] })

it('a muted place includes all places in it', () => {
  const regions = [node('hills', [place('village'), place('farm')]), node('town')]
  expect(withPlacesIn(['hills', '111'], regions as never)).toEqual(['hills', 'village', 'farm', '111'])
})
