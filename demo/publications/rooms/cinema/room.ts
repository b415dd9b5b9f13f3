/** The programme of a cinema: a room of the publisher's own (docs/own-room.md). */
import { toDayKey } from '@lokalteil/domain/german'
import { answerCalls, defineRoom } from '@lokalteil/rooms/define-room'
import { CINEMA, CINEMA_CALLS, CinemaSettings } from './contract/cinema.ts'
import { toSampleProgramme } from './sample-programme.ts'
import { createCinemaService } from './service/app.ts'

export const room = defineRoom({
  name: 'cinema',
  own: {
    settings: CinemaSettings,
    menu: { label: 'Kino', target: '/kino', icon: 'video' },
    noun: {
      about: 'the programme of the cinema',
      load: async () => (await import('./service/cli.ts')).runCinema,
    },
  },
  service: (_values, { context }) => ({
    url: null,
    key: () => context.keys.read('cinema'),
    clients: (client) => ({ public: client(CINEMA, { ownTimeout: 0 }) }),
    async open({ database, serviceKey, now, log }) {
      const service = await createCinemaService({
        database,
        serviceKey,
        now,
        onError: (error, at) => log('error', 'cinema', { at, error }),
      })
      return { service, app: service.app }
    },
  }),
  open: ({ context, service, settingsOf, pages }) => {
    // Rendered pages show a new programme at once.
    service.own?.service.onChange(pages.expire)
    return {
      calls: answerCalls(CINEMA_CALLS, {
        async getProgramme(code) {
          const settings = settingsOf(code)
          if (settings === null) return { ok: false, status: 404 }
          const { house, days } = settings
          const found = await service.clients
            .public(code)
            .listShowings({ query: { from: toDayKey(context.now()), days } })
          return found.ok ? { ok: true, data: { house, showings: found.data } } : found
        },
      }),
    }
  },
  fillDemo: (cinema) => cinema.fillSample('ak', toSampleProgramme),
})
