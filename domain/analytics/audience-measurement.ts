/**
 * The measurement of an audience body (INFOnline's script for the web, IOMm), configured by a publisher's settings (specification 3.13): the
 * host that the publisher's domain has for it, and the names of its contract for wide screens and for phones. Without
 * the host, or without a name for this device, nothing is measured.
 */
import type { Settings } from '../publication/settings.ts'
import { isContractName, isHostName } from '../publication/vendor-ids.ts'

type MeasurementSettings = Partial<
  Pick<Settings, 'ivw_szm_enabled' | 'ivw_cname' | 'ivw_st_desktopname' | 'ivw_st_mobilename'>
>

export type AudienceMeasurement = {
  origin: string
  host: string
  loader: string
  /** The loader finds it in the page. */
  bundle: string
  /** Name of the contract. */
  st: string
}

/** A setting that is not set counts as off. */
export function toAudienceMeasurement(
  settings: MeasurementSettings,
  device: 'mobile' | 'desktop',
): AudienceMeasurement | null {
  const host = (settings.ivw_cname ?? '').trim().toLowerCase()
  const [desktop = '', mobile = ''] = [settings.ivw_st_desktopname, settings.ivw_st_mobilename]
  // A contract without a name for phones counts them under the other.
  const st = (device === 'mobile' && mobile !== '' ? mobile : desktop).trim()
  if (settings.ivw_szm_enabled !== true || !isHostName(host) || !isContractName(st)) return null
  const origin = `https://${host}`
  return {
    origin,
    host,
    loader: `${origin}/iomm/latest/bootstrap/loader.js`,
    bundle: `${origin}/iomm/latest/manager/base/es6/bundle.js`,
    st,
  }
}
