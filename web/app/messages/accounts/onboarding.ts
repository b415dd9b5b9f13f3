/** Texts of the onboarding (S2.4-07). */
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import type { OnboardingStep } from '@lokalteil/domain/accounts/onboarding'

const STEPS: Readonly<Record<OnboardingStep, { title: string; text: string }>> = {
  regions: { title: 'Ihre Orte', text: 'Woher möchten Sie zuerst lesen? Aus diesen Orten wird Ihre eigene Seite.' },
  topics: { title: 'Ihre Themen', text: 'Was interessiert Sie? Neues dazu finden Sie unter „Deine Themen“.' },
  newsletters: { title: 'Ihre Newsletter', text: 'Was dürfen wir Ihnen in Ihr Postfach schicken?' },
}

export const onboardingTexts = {
  of: (step: OnboardingStep) => STEPS[step],
  position: (number: number, count: number) => `Schritt ${number} von ${count}`,
  chosen: (count: number) => (count === 0 ? 'Noch nichts ausgewählt' : `${count} ausgewählt`),
  consent: NEWSLETTER_CONSENT.text,
  next: 'Weiter',
  back: 'Zurück',
  skip: 'Überspringen',
  finish: 'Fertig',
  close: 'Später',
  loading: 'Die Auswahl wird geladen.',
  saving: 'Ihre Auswahl wird gespeichert.',
  nothing: 'Die Auswahl konnte nicht geladen werden.',
  retry: 'Erneut versuchen',
  failed: {
    'too-many': 'So vielem auf einmal können Sie nicht folgen. Bitte nehmen Sie etwas aus der Auswahl.',
    unavailable: 'Ihre Auswahl konnte nicht gespeichert werden. Bitte versuchen Sie es noch einmal.',
  },
  done: 'Fertig. Alles lässt sich in Ihrem Konto jederzeit ändern.',
  donePending: 'Bitte bestätigen Sie Ihre Anmeldung über den Link in der E-Mail.',
} as const
