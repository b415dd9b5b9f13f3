import { expect, it } from 'vitest'
import { toAudienceMeasurement } from './audience-measurement.ts'

const ON = {
  ivw_szm_enabled: true,
  ivw_cname: 'data-0123456789.paper.example',
  ivw_st_desktopname: 'paper',
  ivw_st_mobilename: 'mobpaper',
}

it.each<[string, Parameters<typeof toAudienceMeasurement>[0], 'mobile' | 'desktop', string | null]>([
  ['R3.13-12 is off by default', {}, 'desktop', null],
  ['R3.13-12 is off where the switch was not set', { ...ON, ivw_szm_enabled: null }, 'desktop', null],
  ['R3.13-12 is off where the switch is off', { ...ON, ivw_szm_enabled: false }, 'desktop', null],
  ['R3.13-12 R3.13-13 counts a desktop under its name', ON, 'desktop', 'paper'],
  ['R3.13-13 counts a phone under its name', ON, 'mobile', 'mobpaper'],
  ['R3.13-13 counts a phone under the other name without one', { ...ON, ivw_st_mobilename: '' }, 'mobile', 'paper'],
  ['R3.13-13 needs a name', { ...ON, ivw_st_desktopname: '' }, 'desktop', null],
  ['R3.13-13 needs a host', { ...ON, ivw_cname: '' }, 'desktop', null],
  ['takes no address for a host', { ...ON, ivw_cname: 'https://data.paper.example/x' }, 'desktop', null],
  [
    'takes no policy for a host',
    { ...ON, ivw_cname: "data.paper.example; script-src 'unsafe-inline'" },
    'desktop',
    null,
  ],
  ['takes no script for a name', { ...ON, ivw_st_desktopname: '<b>' }, 'desktop', null],
])('%s', (_what, settings, device, st) => {
  expect(toAudienceMeasurement(settings, device)?.st ?? null).toBe(st)
})

it('R3.13-13 loads its script from the configured host', () => {
  expect(toAudienceMeasurement({ ...ON, ivw_cname: ' Data-0123456789.Paper.example ' }, 'desktop')).toEqual({
    origin: 'https://data-0123456789.paper.example',
    host: 'data-0123456789.paper.example',
    loader: 'https://data-0123456789.paper.example/iomm/latest/bootstrap/loader.js',
    bundle: 'https://data-0123456789.paper.example/iomm/latest/manager/base/es6/bundle.js',
    st: 'paper',
  })
})
