import { expect, it } from 'vitest'
import { parseWorkerMessage } from './worker-messages.ts'

it.each([
  [{ kind: 'forget' }, { kind: 'forget' }],
  [{ kind: 'take-over', more: 1 }, { kind: 'take-over' }],
  [
    { kind: 'visited', path: '/sport', files: ['/a', 1, null] },
    { kind: 'visited', path: '/sport', files: ['/a'] },
  ],
  [
    { kind: 'visited', path: null, files: [] },
    { kind: 'visited', path: null, files: [] },
  ],
  [
    { kind: 'visited', path: '/spiele', files: [], isForAll: true },
    { kind: 'visited', path: '/spiele', files: [], isForAll: true },
  ],
  [
    { kind: 'visited', path: '/spiele', files: [], isForAll: 'yes' },
    { kind: 'visited', path: '/spiele', files: [] },
  ],
  [{ kind: 'visited', path: 5, files: [] }, null],
  [{ kind: 'visited', path: '/sport' }, null],
  [
    { kind: 'keep-edition', pages: ['/a', 1], sounds: ['/b.mp3', {}], hasPictures: 'yes' },
    { kind: 'keep-edition', pages: ['/a'], sounds: ['/b.mp3'], hasPictures: false },
  ],
  [{ kind: 'keep-edition', pages: ['/a'] }, null],
  [
    { kind: 'drop-edition', page: null },
    { kind: 'drop-edition', page: null },
  ],
  [{ kind: 'drop-edition' }, null],
  [
    { kind: 'save-data', isOn: true },
    { kind: 'save-data', isOn: true },
  ],
  [{ kind: 'save-data', isOn: 1 }, null],
  [{ kind: 'unregister' }, null],
  ['forget', null],
  [null, null],
])('reads %j as %j', (data, message) => {
  expect(parseWorkerMessage(data)).toEqual(message)
})

it('reads a limited number of addresses', () => {
  const message = parseWorkerMessage({
    kind: 'visited',
    path: '/',
    files: Array.from({ length: 1000 }, () => '/assets/a'),
  })
  expect(message).toMatchObject({ files: { length: 150 } })
})
