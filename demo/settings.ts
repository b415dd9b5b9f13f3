import type { Settings } from '@lokalteil/domain/publication/settings'
import type { DemoCode } from './codes.ts'

/** Initial settings of the demo's publications, as examples of the settings; a publisher's changes stay. */
export const DEMO_SETTINGS: Readonly<Record<DemoCode, Partial<Settings>>> = {
  ak: {
    sourcepoint_enabled: true,
    onboardingpopup_enabled: true,
    onboardingpopup_afterregistration_enabled: true,
    swipe_tooltip_enabled: true,
    ressort_label_homemix_enabled: true,
  },
  fb: {
    sourcepoint_enabled: true,
    onboardingpopup_enabled: true,
    onboardingpopup_afterregistration_enabled: true,
    swipe_tooltip_enabled: true,
    plus_logo_enabled: true,
    ressort_label_homemix_enabled: true,
  },
  ht: {
    sourcepoint_enabled: true,
    onboardingpopup_enabled: true,
    onboardingpopup_afterregistration_enabled: true,
    swipe_tooltip_enabled: true,
    ressort_label_homemix_enabled: true,
  },
  la: {},
}
