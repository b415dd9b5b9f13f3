/**
 * The steps of onboarding (specification 4.7, decision S2.4-07). When the dialog opens at all is decided in
 * `hash-dialogs` and `login`; here: which steps there are, where each button leads, and what counts as completed.
 */

const ONBOARDING_STEPS = ['regions', 'topics', 'newsletters'] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

/** A step without a choice is left out. */
export function listOnboardingSteps(choices: Readonly<Record<OnboardingStep, number>>): OnboardingStep[] {
  return ONBOARDING_STEPS.filter((step) => choices[step] > 0)
}

export type OnboardingAction = 'next' | 'back' | 'skip' | 'finish' | 'close'

export type OnboardingDecision =
  | { kind: 'show'; step: OnboardingStep }
  /** Save what was chosen, then `isOnboardingCompleted: true`. */
  | { kind: 'complete' }
  /** The dialog goes, onboarding stays open: it comes again with the next login. */
  | { kind: 'leave' }

export function decideOnboarding(
  action: OnboardingAction,
  step: OnboardingStep,
  steps: readonly OnboardingStep[],
): OnboardingDecision {
  if (action === 'close') return { kind: 'leave' }
  if (action === 'skip' || action === 'finish') return { kind: 'complete' }
  const at = steps.indexOf(step)
  const wanted = action === 'next' ? at + 1 : Math.max(0, at - 1)
  const next = steps[wanted]
  return next === undefined ? { kind: 'complete' } : { kind: 'show', step: next }
}

export type Choice = { add: string[]; remove: string[] }

/** What to change so that `before` becomes `after`; choosing twice is choosing once. */
export function toChoice(before: readonly string[], after: readonly string[]): Choice {
  const had = new Set(before)
  const wanted = new Set(after)
  return { add: [...wanted].filter((id) => !had.has(id)), remove: [...had].filter((id) => !wanted.has(id)) }
}
